/** Files of a project. */
import type { ProjectFile } from '../../api/calls/projects.ts';
import { Badge, StatusBadge, VerdictBadge } from '../../parts/data/badge.tsx';
import { Breakable } from '../../parts/data/breakable.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { Score } from '../../parts/data/score.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { wordsOf } from '../../parts/data/words.ts';
import { ChoiceFacet } from '../../parts/form/choice-facet.tsx';
import { FilterBar, SearchField } from '../../parts/form/filters.tsx';
import { href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';

/** Parameters of the address. */
const PARAMS = { q: textParam(), files: textParam() };

/** Shows the files that are loaded, with a filter by their outcome. */
export function ProjectFiles({ files }: { readonly files: readonly ProjectFile[] }) {
  const [{ q, files: outcome }, change] = useUrlState(PARAMS);
  const titleOf = usePlatformTitles();
  if (files.length === 0) return null;
  const counts = Map.groupBy(files, outcomeOf);
  // Files without a workflow only hide the others.
  const isWanted = (file: ProjectFile) =>
    outcome === '' ? file.status !== 'skipped' || counts.size === 1 : outcomeOf(file) === outcome;
  const shown = files.filter((file) => isWanted(file) && file.path.toLowerCase().includes(q.toLowerCase()));
  return (
    <section class="section">
      <h2>Files</h2>
      <FilterBar
        result={`${shown.length.toLocaleString('en')} of ${files.length.toLocaleString('en')} files`}
        onClear={q === '' && outcome === '' ? undefined : () => change({ q: '', files: '' })}
      >
        <SearchField label="Search paths" value={q} onInput={(text) => change({ q: text }, 'typing')} />
        <ChoiceFacet
          label="Outcome"
          options={Array.from(counts, ([value, { length }]) => ({
            value,
            label: wordsOf(value),
            count: length,
          }))}
          value={outcome}
          onChange={(value) => change({ files: value })}
        />
      </FilterBar>
      {shown.length === 0 ? (
        <p class="soft">No file matches.</p>
      ) : (
        <DataTable label="Files" columns={columns(titleOf)} rows={shown} keyOf={({ path }) => path} />
      )}
    </section>
  );
}

function outcomeOf({ status, passed, summary }: ProjectFile): string {
  if (status !== 'completed') return status;
  if (passed === false) return 'blocked';
  return summary?.total ? 'findings' : 'clean';
}

function columns(titleOf: (platform: string) => string): readonly Column<ProjectFile>[] {
  return [
    {
      key: 'file',
      label: 'File',
      cell: ({ path, status, platform, validationId, error }) => (
        <>
          {validationId === null ? (
            <Breakable text={path} />
          ) : (
            <a class="row-link" href={href('/validations/:id', { id: validationId })}>
              <Breakable text={path} />
            </a>
          )}
          <span class="cell-note">
            {error && !isPart({ status, platform }) ? error.message : platform && titleOf(platform)}
          </span>
        </>
      ),
    },
    { key: 'outcome', label: 'Outcome', cell: (file) => <Outcome file={file} /> },
    { key: 'score', label: 'Score', cell: ({ score }) => <Score score={score} /> },
    {
      key: 'findings',
      label: 'Findings',
      isExtra: true,
      cell: ({ summary }) => <FindingCounts summary={summary} />,
    },
  ];
}

/** Returns whether a file was read as a part of the project, as its settings are. */
const isPart = ({ status, platform }: Pick<ProjectFile, 'status' | 'platform'>): boolean =>
  status === 'skipped' && platform !== null;

function Outcome({ file: { status, platform, passed, wouldBlock } }: { readonly file: ProjectFile }) {
  if (status === 'skipped')
    return <Badge>{isPart({ status, platform }) ? 'Part of the project' : 'No workflow'}</Badge>;
  if (status !== 'completed' || passed === null) return <StatusBadge status={status} />;
  return <VerdictBadge passed={passed} wouldBlock={wouldBlock} />;
}
