/** Screen of `/settings/usage`: the plan and what was counted. */
import { getUsage, type Usage } from '../../api/calls/settings.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

/** Shows the plan, this month and those before it. */
export default function UsageScreen() {
  const { data, error, retry } = useCall(getUsage, {});
  return (
    <>
      <PageHeader title="Usage" subtitle="Validations are counted a calendar month, in UTC." />
      <SettingsTabs current="usage" />
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <section class="section">
            <KeyValues
              entries={[
                ['Plan', data.plan],
                ['Includes', data.features.join(', ')],
                ['This month', ofLimit(data)],
                ['Resets', <RelativeTime key="reset" time={data.resetsAt} />],
                ['Payment due since', data.pastDueSince && <RelativeTime time={data.pastDueSince} />],
              ]}
            />
          </section>
          <section class="section">
            <h2>Months</h2>
            <DataTable label="Months" columns={COLUMNS} rows={data.months} keyOf={({ month }) => month} />
          </section>
        </>
      )}
    </>
  );
}

function ofLimit({ used, monthlyLimit }: Usage): string {
  const count = used.toLocaleString('en');
  return monthlyLimit === null ? `${count}, unlimited` : `${count} of ${monthlyLimit.toLocaleString('en')}`;
}

type Month = Usage['months'][number];

const number = (value: number) => value.toLocaleString('en');
const COLUMNS: readonly Column<Month>[] = [
  { key: 'month', label: 'Month', cell: ({ month }) => month },
  { key: 'used', label: 'Validations', isNumber: true, cell: ({ used }) => number(used) },
  {
    key: 'synchronous',
    label: 'Synchronous',
    isNumber: true,
    isExtra: true,
    cell: ({ synchronous }) => number(synchronous),
  },
  {
    key: 'asynchronous',
    label: 'Asynchronous',
    isNumber: true,
    isExtra: true,
    cell: ({ asynchronous }) => number(asynchronous),
  },
  {
    key: 'project',
    label: 'Files of projects',
    isNumber: true,
    isExtra: true,
    cell: ({ projectFiles }) => number(projectFiles),
  },
];
