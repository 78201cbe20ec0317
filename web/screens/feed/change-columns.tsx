/** Columns of the changes. */
import type { Change } from '../../api/calls/changes.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { sourceLabel } from '../../parts/data/source-label.ts';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { counted } from '../../parts/data/words.ts';
import { WebLink } from '../../parts/layout/web-link.tsx';
import { href } from '../../routing/paths.ts';
import { runAddress } from '../../routing/run-address.ts';
import { ChangeVerdict, changeTitle, pullRequestName, verdictNote } from '../changes/change-verdict.tsx';
import { ChangeFiles } from './change-files.tsx';

/** Returns the columns. `open` is the change whose files are shown; `onOpen` gets another one, or an empty text. */
export function changeColumns(open: string, onOpen: (id: string) => void): readonly Column<Change>[] {
  return [
    {
      key: 'change',
      label: 'Change',
      cell: (change) => (
        <>
          <a class="row-link" href={addressOf(change)}>
            <Breakable text={changeTitle(change)} />
          </a>
          <span class="cell-note">
            <TextParts parts={placeOf(change)} />
            <span class="narrow-only">
              {' '}
              · <RelativeTime time={change.activeAt} />
            </span>
          </span>
          {isGroup(change) && (
            <>
              <button
                type="button"
                class="change-toggle"
                aria-expanded={open === change.id}
                onClick={() => onOpen(open === change.id ? '' : change.id)}
              >
                {counted(change.fileCount, 'file')}
              </button>
              {open === change.id && <ChangeFiles change={change} />}
            </>
          )}
        </>
      ),
    },
    {
      key: 'verdict',
      label: 'Verdict',
      cell: (change) => (
        <>
          <ChangeVerdict change={change} />
          <span class="cell-note">{verdictNote(change)}</span>
        </>
      ),
    },
    {
      key: 'findings',
      label: 'Findings',
      isExtra: true,
      cell: ({ summary, newFindingsCount, resolvedFindingsCount }) => (
        <>
          <FindingCounts summary={summary} />
          <span class="cell-note">
            <TextParts
              parts={[
                newFindingsCount === 0 ? null : `${newFindingsCount.toLocaleString('en')} new`,
                resolvedFindingsCount === 0 ? null : `${resolvedFindingsCount.toLocaleString('en')} resolved`,
              ]}
            />
          </span>
        </>
      ),
    },
    {
      key: 'source',
      label: 'Source',
      isExtra: true,
      cell: ({ source, ownerName, pipeline, label }) => (
        <>
          <WebLink address={pipeline.workflowRunUrl}>{sourceLabel(source)}</WebLink>
          <span class="cell-note">
            <TextParts parts={[label, ownerName]} />
          </span>
        </>
      ),
    },
    { key: 'when', label: 'When', isExtra: true, cell: ({ activeAt }) => <RelativeTime time={activeAt} /> },
  ];
}

/** Returns whether a change can have more than one run. */
function isGroup({ kind }: Change): boolean {
  return kind === 'commit' || kind === 'pipeline';
}

/** Returns the page of a change; of one run, that of its result, which says all. */
function addressOf(change: Change): string {
  const { id, kind, runId } = change;
  if (isGroup(change)) return href('/changes/:id', { id });
  return runAddress({ kind, id: runId });
}

function placeOf(change: Change): readonly (string | null)[] {
  const { repository, branch, environment, prUrl, author, agent, fileCount, kind } = change;
  const by = agent && `by ${agent} (claimed)`;
  if (isGroup(change)) return [branch, pullRequestName(prUrl), author, by, environment];
  return [kind === 'project' ? counted(fileCount, 'file') : null, repository, branch, by, environment];
}
