/** Columns of the feed. */

import type { FeedRun } from '../../api/calls/feed.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { sourceLabel } from '../../parts/data/source-label.ts';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { counted } from '../../parts/data/words.ts';
import { WebLink } from '../../parts/layout/web-link.tsx';
import { runAddress } from '../../routing/run-address.ts';
import { RunVerdict } from './run-verdict.tsx';

/** Returns the columns; `titleOf` names platforms. */
export function feedColumns(titleOf: (platform: string) => string): readonly Column<FeedRun>[] {
  return [
    {
      key: 'file',
      label: 'File',
      cell: (run) => (
        <>
          <a class="row-link" href={runAddress(run)}>
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
    {
      key: 'verdict',
      label: 'Verdict',
      cell: (run) => (
        <>
          <RunVerdict run={run} />
          {run.error && <span class="cell-note">{run.error.code?.replaceAll('_', ' ')}</span>}
        </>
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
