/** Gate and rules of a policy for one environment, with the place of each decision. */
import { type EffectivePolicy, getEffectivePolicy } from '../../api/calls/policies.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { FilterBar, SearchField } from '../../parts/form/filters.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { href } from '../../routing/paths.ts';
import { policyFacts } from './policy-facts.ts';

interface EffectiveRulesProps {
  readonly slug: string;
  readonly version: string;
  readonly environment: string;
  readonly q: string;
  readonly onSearch: (q: string) => void;
}

type Rule = EffectivePolicy['rules'][number];

/** Loads the policy and lists what is on. */
export function EffectiveRules({ slug, version, environment, q, onSearch }: EffectiveRulesProps) {
  const query = environment === '' ? {} : { environment };
  const { data, error, retry, isBusy } = useCall(getEffectivePolicy, { params: { slug, version }, query });
  const needle = q.toLowerCase();
  const rules = data?.rules.filter(({ ruleId, title }) =>
    `${ruleId} ${title}`.toLowerCase().includes(needle),
  );
  return (
    <section class="section stack">
      <h2>Policy</h2>
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && rules && (
        <>
          <KeyValues entries={policyFacts(data)} />
          <FilterBar result={`${rules.length} of ${data.rules.length} rules`}>
            <SearchField label="Search rules" value={q} onInput={onSearch} />
          </FilterBar>
          <DataTable
            label="Rules"
            columns={COLUMNS}
            rows={rules}
            keyOf={({ ruleId }) => ruleId}
            isBusy={isBusy}
          />
        </>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<Rule>[] = [
  {
    key: 'rule',
    label: 'Rule',
    cell: ({ ruleId, title }) => (
      <>
        <a class="row-link" href={href('/rules/:id', { id: ruleId })}>
          <bdi>{title}</bdi>
        </a>
        <span class="cell-note mono">{ruleId}</span>
      </>
    ),
  },
  {
    key: 'severity',
    label: 'Severity',
    cell: ({ severity }) => (isSeverity(severity) ? <SeverityMark severity={severity} long /> : severity),
  },
  {
    key: 'decisions',
    label: 'Decided by',
    isExtra: true,
    cell: ({ decisions }) => (
      <ul class="plain-list">
        {decisions
          .filter(({ origin }) => origin !== null)
          .map(({ about, value, origin }) => (
            <li key={`${about} ${origin}`}>
              {about} <code>{value}</code> <span class="soft">{origin}</span>
            </li>
          ))}
      </ul>
    ),
  },
];
