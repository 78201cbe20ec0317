/** Findings that a change brings or resolves. */
import { type Change, type ChangeFinding, listChangeFindings } from '../../api/calls/changes.ts';
import { useList } from '../../api/use-list.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { href } from '../../routing/paths.ts';

interface ChangeFindingsProps {
  readonly change: Change;
  readonly status: 'new' | 'resolved';
}

/** Shows the findings, the worst first. */
export function ChangeFindings({ change: { id }, status }: ChangeFindingsProps) {
  const input = { params: { changeId: id }, query: { status } };
  const list = useList(listChangeFindings, input, ({ nextCursor }) => nextCursor);
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
  const findings = list.pages?.flatMap((page) => page.findings);
  if (findings === undefined) return <Skeleton lines={6} />;
  if (findings.length === 0)
    return (
      <p class="soft">
        {status === 'new'
          ? 'Nothing is new: each file is compared with its run before this change.'
          : 'Nothing is resolved: each file is compared with its run before this change.'}
      </p>
    );
  return (
    <>
      <DataTable
        label={status === 'new' ? 'New findings' : 'Resolved findings'}
        columns={COLUMNS}
        rows={findings}
        keyOf={(finding) => `${finding.runId} ${finding.findingId} ${finding.ruleId} ${finding.location}`}
        isBusy={list.isBusy}
      />
      <MoreButton
        shown={findings.length}
        noun="findings"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </>
  );
}

const COLUMNS: readonly Column<ChangeFinding>[] = [
  {
    key: 'finding',
    label: 'Finding',
    cell: (finding) => (
      <>
        <a class="row-link" href={addressOf(finding)}>
          <Breakable text={finding.location || finding.fileName} />
        </a>
        <span class="cell-note">
          <Breakable text={finding.fileName} />
        </span>
      </>
    ),
  },
  {
    key: 'severity',
    label: 'Severity',
    cell: ({ severity }) => isSeverity(severity) && <SeverityMark severity={severity} long />,
  },
  {
    key: 'rule',
    label: 'Rule',
    isExtra: true,
    cell: ({ ruleId }) => (
      <a class="mono" href={href('/rules/:id', { id: ruleId })}>
        {ruleId}
      </a>
    ),
  },
];

/** Returns the finding in its result; a resolved one is no longer there. */
function addressOf({ status, findingId, runKind, runId }: ChangeFinding): string {
  const query = status === 'new' ? { finding: findingId } : {};
  return runKind === 'project'
    ? href('/projects/:id', { id: runId }, query)
    : href('/validations/:id', { id: runId }, query);
}
