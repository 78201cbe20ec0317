/** Dry run of a version: what would differ if it had judged earlier runs. */
import { useState } from 'preact/hooks';
import { knownAnswer } from '../../api/answers.ts';
import { type DryRun, getDryRun, type PackVersion, startDryRun } from '../../api/calls/policies.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { Breakable } from '../../parts/data/breakable.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CLASS_LABELS, REASON_LABELS } from './policy-words.ts';

/** Days of runs that a dry run looks at. */
const DAYS = 30;
/** Interval at which a dry run under way is read again. */
const POLL_MS = 1_000;
/** Verdicts that a page shows. */
const FLIPS_PAGE = 50;

interface DryRunSectionProps {
  readonly slug: string;
  readonly version: string;
  /** All versions of the pack. */
  readonly versions: readonly PackVersion[];
  readonly environment: string;
  /** Id in the address; empty: none. */
  readonly dryRunId: string;
  readonly onStart: (id: string) => void;
}

type Result = NonNullable<DryRun['result']>;

/** Starts a dry run, follows it and shows its result. */
export function DryRunSection(props: DryRunSectionProps) {
  const { slug, version, versions, environment, dryRunId, onStart } = props;
  const [isAssigning, setAssigning] = useState(false);
  const start = useAction(async () => {
    const body = { days: DAYS, ...(environment === '' ? {} : { environment }) };
    onStart((await startDryRun.send({ params: { slug, version }, body })).id);
  });
  const input = { params: { id: dryRunId } };
  const known = knownAnswer(getDryRun, input);
  const isOver = known !== undefined && known.status !== 'running';
  const { data, error, retry } = useCall(getDryRun, input, {
    isEnabled: dryRunId !== '',
    pollMs: isOver ? false : POLL_MS,
  });
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
          {current.status === 'failed' && `The dry run failed: ${current.error?.message}`}
        </div>
      )}
      {current?.result && <DryRunResult result={current.result} />}
      {current?.result && hasScope(['policies:assign']) && (
        <div class="row">
          <Button kind="primary" onClick={() => setAssigning(true)}>
            Assign this version
          </Button>
        </div>
      )}
      {isAssigning && (
        <AssignDialog
          versions={versions}
          first={{ pack: `${slug}@${version}`, environment }}
          onClose={() => setAssigning(false)}
        />
      )}
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
      <Unknown result={result} />
      {result.flips.length > 0 && <Flips flips={result.flips} />}
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

/** Says why verdicts are unknown, the most frequent reason first. */
function Unknown({ result: { reasons, unknownRules } }: { readonly result: Result }) {
  const rows = mostFirst(reasons);
  const rules = mostFirst(unknownRules);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>Why verdicts are unknown</h3>
      <DataTable label="Reasons" columns={REASONS} rows={rows} keyOf={([reason]) => reason} />
      {rules.length > 0 && (
        <DataTable label="Rules" columns={UNKNOWN_RULES} rows={rules} keyOf={([rule]) => rule} />
      )}
    </>
  );
}

type Count = readonly [name: string, workflows: number];

const mostFirst = (counts: Readonly<Record<string, number>>): readonly Count[] =>
  Object.entries(counts).toSorted(([, a], [, b]) => b - a);

/** Shows the verdicts that change, a page at a time. */
function Flips({ flips }: { readonly flips: Result['flips'] }) {
  const [shown, setShown] = useState(FLIPS_PAGE);
  return (
    <>
      <DataTable
        label="Verdicts that change"
        columns={FLIPS}
        rows={flips.slice(0, shown)}
        keyOf={({ validationId }) => validationId}
      />
      <MoreButton
        shown={Math.min(shown, flips.length)}
        noun="verdicts"
        hasMore={shown < flips.length}
        isBusy={false}
        onMore={() => setShown(shown + FLIPS_PAGE)}
      />
    </>
  );
}

const WORKFLOWS: Column<Count> = {
  key: 'workflows',
  label: 'Workflows',
  isNumber: true,
  cell: ([, workflows]) => workflows.toLocaleString('en'),
};

const REASONS: readonly Column<Count>[] = [
  { key: 'reason', label: 'Reason', cell: ([reason]) => REASON_LABELS[reason] ?? reason },
  WORKFLOWS,
];

const UNKNOWN_RULES: readonly Column<Count>[] = [
  { key: 'rule', label: 'Rule without a known outcome', cell: ([rule]) => <code>{rule}</code> },
  WORKFLOWS,
];

const FLIPS: readonly Column<Result['flips'][number]>[] = [
  {
    key: 'file',
    label: 'File',
    cell: ({ validationId, path, repository }) => (
      <>
        <a class="row-link" href={href('/validations/:id', { id: validationId })}>
          <Breakable text={path} />
        </a>
        {repository && (
          <span class="cell-note">
            <bdi>{repository}</bdi>
          </span>
        )}
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
