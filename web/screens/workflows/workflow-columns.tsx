/** Columns of the workflows. */
import type { Workflow } from '../../api/calls/estate.ts';
import { Sparkline } from '../../parts/charts/sparkline.tsx';
import { VerdictBadge } from '../../parts/data/badge.tsx';
import { Breakable } from '../../parts/data/breakable.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { href } from '../../routing/paths.ts';

/** Returns the columns; `titleOf` names platforms. */
export function workflowColumns(titleOf: (platform: string) => string): readonly Column<Workflow>[] {
  return [
    {
      key: 'file',
      label: 'Workflow',
      cell: (workflow) => (
        <>
          <a class="row-link" href={href('/workflows/:key', { key: workflow.workflowId })}>
            <Breakable text={workflow.filename ?? 'Without a name'} />
          </a>
          <span class="cell-note">
            <TextParts parts={placeOf(workflow, titleOf)} />
          </span>
        </>
      ),
    },
    {
      key: 'score',
      label: 'Score',
      isSortable: true,
      cell: ({ score, scoreDelta }) => <Score score={score} change={scoreDelta} />,
    },
    {
      key: 'course',
      label: 'Last runs',
      isExtra: true,
      cell: ({ scores }) => <Sparkline values={scores} max={100} label={courseText(scores)} />,
    },
    {
      key: 'verdict',
      label: 'Verdict',
      cell: ({ passed, wouldBlock }) => <VerdictBadge passed={passed} wouldBlock={wouldBlock} />,
    },
    {
      key: 'findings',
      label: 'Findings',
      isExtra: true,
      cell: ({ summary }) => <FindingCounts summary={summary} />,
    },
    {
      key: 'owner',
      label: 'Owner',
      isExtra: true,
      cell: ({ ownerTeam }) => ownerTeam && <bdi class="cell-note">{ownerTeam}</bdi>,
    },
    {
      key: 'time',
      label: 'Last run',
      isExtra: true,
      isSortable: true,
      cell: ({ validatedAt }) => <RelativeTime time={validatedAt} />,
    },
  ];
}

/** Returns where a workflow belongs: platform, repository, branch, environment. */
export function placeOf(
  { platform, repository, branch, environment }: Workflow,
  titleOf: (platform: string) => string,
): readonly (string | null)[] {
  return [platform && titleOf(platform), repository, branch, environment];
}

function courseText(scores: readonly number[]): string {
  return `Scores of ${scores.length} runs, from ${scores[0]} to ${scores.at(-1)}`;
}
