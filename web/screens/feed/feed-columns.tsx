/** Columns of the feed. */

import type { FeedRun } from '../../api/calls/feed.ts';
import { StatusBadge, VerdictBadge } from '../../parts/data/badge.tsx';
import { Breakable } from '../../parts/data/breakable.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { sourceLabel } from '../../parts/data/source-label.ts';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { counted } from '../../parts/data/words.ts';
import { WebLink } from '../../parts/layout/web-link.tsx';
import { href } from '../../routing/paths.ts';

/** Returns the columns; `titleOf` names platforms. */
export function feedColumns(titleOf: (platform: string) => string): readonly Column<FeedRun>[] {
  return [
    {
      key: 'file',
      label: 'File',
      cell: (run) => (
        <>
          <a class="row-link" href={addressOf(run)}>
            <Breakable text={run.filename ?? 'Without a name'} />
          </a>
          <span class="cell-note">
            <TextParts parts={placeOf(run, titleOf)} />
            <span class="narrow-only">
              {' '}
              · <RelativeTime time={run.queuedAt} />
            </span>
          </span>
        </>
      ),
    },
    { key: 'verdict', label: 'Verdict', cell: (run) => <Verdict run={run} /> },
    {
      key: 'score',
      label: 'Score',
      cell: ({ score, scoreDelta }) => <Score score={score} change={scoreDelta} />,
    },
    {
      key: 'findings',
      label: 'Findings',
      isExtra: true,
      cell: ({ summary, newFindingsCount }) => (
        <>
          <FindingCounts summary={summary} />
          {newFindingsCount !== null && newFindingsCount > 0 && (
            <span class="cell-note">{newFindingsCount.toLocaleString('en')} new</span>
          )}
        </>
      ),
    },
    {
      key: 'source',
      label: 'Source',
      isExtra: true,
      cell: ({ source, ownerName, pipeline, label }) => (
        <>
          <WebLink address={pipeline.workflowRunUrl ?? null}>{sourceLabel(source)}</WebLink>
          <span class="cell-note">
            <TextParts parts={[label, ownerName]} />
          </span>
        </>
      ),
    },
    { key: 'when', label: 'When', isExtra: true, cell: ({ queuedAt }) => <RelativeTime time={queuedAt} /> },
  ];
}

/** Returns the address of a run's result. */
function addressOf({ kind, id }: FeedRun): string {
  return kind === 'project' ? href('/projects/:id', { id }) : href('/validations/:id', { id });
}

/** Says where a run belongs: platform or size of the project, repository, branch, environment. */
function placeOf(run: FeedRun, titleOf: (platform: string) => string): readonly (string | null)[] {
  const { kind, platform, repository, branch, environment, fileCount, processedCount } = run;
  const files =
    kind === 'project' && fileCount !== null
      ? processedCount !== null && processedCount < fileCount
        ? `${processedCount} of ${fileCount} files`
        : counted(fileCount, 'file')
      : null;
  return [platform && titleOf(platform), files, repository, branch, environment];
}

function Verdict({ run: { status, passed, wouldBlock, enforcementMode, error } }: { readonly run: FeedRun }) {
  if (status !== 'completed' || passed === null)
    return (
      <>
        <StatusBadge status={status} />
        {error && <span class="cell-note">{error.code?.replaceAll('_', ' ')}</span>}
      </>
    );
  return <VerdictBadge passed={passed} wouldBlock={wouldBlock} enforcementMode={enforcementMode} />;
}
