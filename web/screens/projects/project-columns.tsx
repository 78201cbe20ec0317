/** Columns of the projects. */
import type { ProjectSummary } from '../../api/calls/projects.ts';
import { StatusBadge, VerdictBadge } from '../../parts/data/badge.tsx';
import { Breakable } from '../../parts/data/breakable.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { Progress } from '../../parts/data/progress.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { href } from '../../routing/paths.ts';

/** The first one leads to the project. */
export const PROJECT_COLUMNS: readonly Column<ProjectSummary>[] = [
  {
    key: 'project',
    label: 'Project',
    cell: ({ projectValidationId, filename, pipeline, environment, label, ownerName }) => (
      <>
        <a class="row-link" href={href('/projects/:id', { id: projectValidationId })}>
          <Breakable text={filename ?? 'Without a name'} />
        </a>
        <span class="cell-note">
          <TextParts parts={[pipeline.repository, pipeline.branch, environment, label, ownerName]} />
        </span>
      </>
    ),
  },
  {
    key: 'verdict',
    label: 'Verdict',
    cell: ({ status, passed, wouldBlock, enforcementMode }) =>
      status === 'completed' && passed !== null ? (
        <VerdictBadge passed={passed} wouldBlock={wouldBlock} enforcementMode={enforcementMode} />
      ) : (
        <StatusBadge status={status} />
      ),
  },
  {
    key: 'score',
    label: 'Score',
    cell: ({ score, scoreDelta }) => <Score score={score} change={scoreDelta} />,
  },
  {
    key: 'findings',
    label: 'Findings',
    isExtra: true,
    cell: ({ summary }) => <FindingCounts summary={summary} />,
  },
  {
    key: 'files',
    label: 'Files',
    isExtra: true,
    cell: ({ status, fileCount, processedCount, failedCount }) => (
      <>
        {isUnderWay(status) ? (
          <Progress done={processedCount} total={fileCount} noun="files" />
        ) : (
          fileCount.toLocaleString('en')
        )}
        {failedCount !== null && failedCount > 0 && (
          <span class="cell-note">{failedCount.toLocaleString('en')} failed</span>
        )}
      </>
    ),
  },
  {
    key: 'when',
    label: 'When',
    isExtra: true,
    cell: ({ queuedAt }) => <RelativeTime time={queuedAt} />,
  },
];

/** Returns whether files are still validated, or wait for it. */
export function isUnderWay(status: string): boolean {
  return status === 'queued' || status === 'running';
}
