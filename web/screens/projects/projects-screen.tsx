/** Screen of `/projects`: archives whose files were judged together. */
import { listProjects } from '../../api/calls/projects.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import { basePath } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { PROJECT_COLUMNS } from './project-columns.tsx';
import { PROJECT_PARAMS, ProjectFilterBar } from './project-filter-bar.tsx';

/** Interval at which the list is read again. */
const POLL_MS = 10_000;

/** Shows the projects, newest first, with the progress of those under way. */
export default function ProjectsScreen() {
  const [filters, change] = useUrlState(PROJECT_PARAMS);
  const query = filterQuery(filters);
  const list = useList(listProjects, { query }, ({ nextCursor }) => nextCursor, { pollMs: POLL_MS });
  const projects = list.pages?.flatMap((page) => page.projects);
  const isFirstRun = projects?.length === 0 && !isFiltered(filters);
  return (
    <>
      <PageHeader title="Projects" subtitle="Archives whose files were judged together, newest first." />
      {!isFirstRun && <ProjectFilterBar filters={filters} onChange={change} />}
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {projects === undefined && !list.error && <Skeleton lines={8} />}
      {isFirstRun && (
        <EmptyState
          icon="projects"
          title="No project yet"
          actions={<LinkButton href={`${basePath()}/docs/api`}>Read the API reference</LinkButton>}
        >
          Send a zip of a whole project: its files are judged together, also how they call each other.
        </EmptyState>
      )}
      {projects?.length === 0 && !isFirstRun && (
        <EmptyState
          icon="search"
          title="No project matches"
          actions={<Button onClick={() => change(noFilters(filters))}>Clear filters</Button>}
        >
          The filters leave nothing of the projects that are stored.
        </EmptyState>
      )}
      {projects && projects.length > 0 && (
        <DataTable
          label="Projects"
          columns={PROJECT_COLUMNS}
          rows={projects}
          keyOf={({ projectValidationId }) => projectValidationId}
        />
      )}
      <MoreButton
        shown={projects?.length ?? 0}
        noun="projects"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </>
  );
}
