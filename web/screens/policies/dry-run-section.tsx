/** Dry run of a version: what would differ if it had judged earlier runs. */
import { type DryRun, getDryRun, startDryRun } from '../../api/calls/policies.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { href } from '../../routing/paths.ts';
import { CLASS_LABELS } from './policy-words.ts';

/** Days of runs that a dry run looks at. */
const DAYS = 30;
/** Interval at which a dry run under way is read again. */
const POLL_MS = 1_000;

interface DryRunSectionProps {
  readonly slug: string;
  readonly version: string;
  readonly environment: string;
  /** Id in the address; empty: none. */
  readonly dryRunId: string;
  readonly onStart: (id: string) => void;
}

type Result = NonNullable<DryRun['result']>;

/** Starts a dry run, follows it and shows its result. */
export function DryRunSection(props: DryRunSectionProps) {
  const { slug, version, environment, dryRunId, onStart } = props;
  const start = useAction(async () => {
    const body = { days: DAYS, ...(environment === '' ? {} : { environment }) };
    onStart((await startDryRun.send({ params: { slug, version }, body })).id);
  });
  const { data, error, retry } = useCall(
    getDryRun,
    { params: { id: dryRunId } },
    { isEnabled: dryRunId !== '', pollMs: POLL_MS },
  );
  const current = dryRunId === '' || data?.id !== dryRunId ? undefined : data;
  return (
    <section class="section stack">
      <div class="section-head">
        <h2>Dry run</h2>
        <Button
          isBusy={start.isBusy || current?.status === 'running'}
          onClick={() => void start.run(undefined)}
        >
          Try on the last {DAYS} days
        </Button>
      </div>
      <p class="prose soft">
        What would differ if this version had judged the newest run of each workflow. Nothing changes.
      </p>
      {start.error && <ErrorState error={start.error} />}
      {error && <ErrorState error={error} onRetry={retry} />}
      {current && (
        <div role="status">
          {current.status === 'running' && `${current.done} of ${current.total ?? '…'} workflows are done.`}
          {current.status === 'failed' && `It failed: ${current.error?.message}`}
        </div>
      )}
      {current?.result && <DryRunResult result={current.result} />}
    </section>
  );
}

function DryRunResult({ result }: { readonly result: Result }) {
  const { workflows, score, lostExceptionsCount } = result;
  return (
    <>
      <KeyValues
        entries={[
          ['Would no longer pass', result.passToFail],
          ['Would pass now', result.failToPass],
          ['Verdict unknown', result.verdictUnknown],
          ['Score', `${score.better} better, ${score.worse} worse, ${score.unchanged} unchanged`],
          ['Exceptions without a target', lostExceptionsCount],
          [
            'Certainty',
            Object.entries(workflows)
              .map(([name, count]) => `${CLASS_LABELS[name] ?? name}: ${count}`)
              .join(', '),
          ],
        ].map(([name, value]) => [String(name), String(value)] as const)}
      />
      {result.flips.length > 0 && (
        <DataTable
          label="Verdicts that change"
          columns={FLIPS}
          rows={result.flips}
          keyOf={({ validationId }) => validationId}
        />
      )}
      {result.changes.length > 0 && (
        <DataTable
          label="Findings that change"
          columns={CHANGES}
          rows={result.changes}
          keyOf={({ ruleId, severityBefore, severityAfter }) =>
            `${ruleId} ${severityBefore} ${severityAfter}`
          }
        />
      )}
    </>
  );
}

const FLIPS: readonly Column<Result['flips'][number]>[] = [
  {
    key: 'file',
    label: 'File',
    cell: ({ validationId, path, repository }) => (
      <>
        <a class="row-link" href={href('/validations/:id', { id: validationId })}>
          <bdi>{path}</bdi>
        </a>
        {repository && <span class="cell-note">{repository}</span>}
      </>
    ),
  },
  {
    key: 'verdict',
    label: 'Would be',
    cell: ({ passes }) => (passes ? <Badge tone="good">Passed</Badge> : <Badge tone="bad">Blocked</Badge>),
  },
  { key: 'rules', label: 'By', cell: ({ rules }) => rules.join(', ') },
];

const CHANGES: readonly Column<Result['changes'][number]>[] = [
  { key: 'rule', label: 'Rule', cell: ({ ruleId }) => <code>{ruleId}</code> },
  {
    key: 'change',
    label: 'Change',
    cell: ({ severityBefore, severityAfter }) =>
      severityBefore === null
        ? `new, ${severityAfter}`
        : severityAfter === null
          ? 'gone'
          : `${severityBefore} → ${severityAfter}`,
  },
  { key: 'findings', label: 'Findings', isNumber: true, cell: ({ findings }) => findings },
  { key: 'workflows', label: 'Workflows', isNumber: true, cell: ({ workflows }) => workflows },
];
