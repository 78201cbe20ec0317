/** Columns of the runs of one workflow. */
import type { WorkflowRun } from '../../api/calls/estate.ts';
import { VerdictBadge } from '../../parts/data/badge.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { runTime } from '../../parts/data/run-time.ts';
import { Score } from '../../parts/data/score.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { href } from '../../routing/paths.ts';

/** Characters of a commit that name it. */
const COMMIT_CHARACTERS = 8;

/** The first one leads to the result of the run. */
export const RUN_COLUMNS: readonly Column<WorkflowRun>[] = [
  {
    key: 'run',
    label: 'Run',
    cell: ({ validationId, validatedAt, commit, label, ownerName }) => (
      <>
        <a class="row-link" href={href('/validations/:id', { id: validationId })}>
          {runTime(validatedAt)}
        </a>
        <span class="cell-note">
          <TextParts parts={[commit?.slice(0, COMMIT_CHARACTERS), label, ownerName]} />
        </span>
      </>
    ),
  },
  {
    key: 'verdict',
    label: 'Verdict',
    cell: ({ passed, wouldBlock }) => <VerdictBadge passed={passed} wouldBlock={wouldBlock} />,
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
    key: 'new',
    label: 'New',
    isNumber: true,
    isExtra: true,
    cell: ({ newFindings }) => newFindings.toLocaleString('en'),
  },
  {
    key: 'resolved',
    label: 'Resolved',
    isNumber: true,
    isExtra: true,
    cell: ({ resolvedFindings }) => resolvedFindings.toLocaleString('en'),
  },
];
