/** Screen of `/projects/{id}`: progress and result of an archive. */

import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { ApiError } from '../../api/api-error.ts';
import { getProject, type Project } from '../../api/calls/projects.ts';
import { useList } from '../../api/use-list.ts';
import { StatusBadge, VerdictBadge } from '../../parts/data/badge.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { Progress } from '../../parts/data/progress.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { IgnoredMetadata } from '../../parts/feedback/ignored-metadata.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { ChangeLink } from '../../parts/layout/change-link.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, textParam, useUrlState } from '../../routing/url-state.ts';
import { BetweenPanel } from './between-panel.tsx';
import { ProjectCalls } from './calls/project-calls.tsx';
import { isUnderWay } from './project-columns.tsx';
import { ProjectFiles } from './project-files.tsx';
import { BlockingFindings, FindingsBetweenFiles } from './project-findings.tsx';

/** Parts of a project, each a tab. */
const VIEWS = ['findings', 'files', 'calls'] as const;
type View = (typeof VIEWS)[number];
const TAB_LABELS: Readonly<Record<View, string>> = { findings: 'Findings', files: 'Files', calls: 'Calls' };

/** Chosen tab, and the finding between files that is open. */
const PARAMS = { view: choiceParam<View | ''>(VIEWS, ''), finding: textParam() };
/** Interval at which a project under way is read again. */
const POLL_MS = 2_000;

/** Shows a project; while it is under way, its numbers go on by themselves. */
export default function ProjectScreen() {
  const id = useRoute().params.id ?? '';
  const input = { params: { id } };
  const cursorOf = ({ itemsNextCursor }: Project) => itemsNextCursor;
  const [isLive, setLive] = useState(true);
  const list = useList(getProject, input, cursorOf, { pollMs: isLive && POLL_MS });
  const [first] = list.pages ?? [];
  const project = first?.projectValidationId === id ? first : undefined;
  useEffect(() => {
    setLive(list.error === null && (project === undefined || isUnderWay(project.status)));
  }, [list.error, project]);
  const [{ view: chosen, finding }, change] = useUrlState(PARAMS);
  const { query } = useLocation();
  const addressOf = (findingId: string | null) =>
    href('/projects/:id', { id }, { ...query, finding: findingId });
  const view = chosen || (project && hasFindings(project) ? 'findings' : 'files');
  const open = project?.projectFindings.find((found) => found.id === finding);
  const isUnknown = list.error instanceof ApiError && [400, 404].includes(list.error.status);
  return (
    <>
      <PageHeader
        back={{ href: href('/projects', null), label: 'Projects' }}
        title={project?.filename ?? 'Project'}
        marks={project && <Verdict project={project} />}
        subtitle={
          project && (
            <TextParts
              parts={[
                project.pipeline.repository,
                project.pipeline.branch,
                project.environment,
                project.label,
              ]}
            />
          )
        }
      />
      {isUnknown && (
        <EmptyState icon="projects" title="No project has this id">
          It may belong to another organisation, or its time of retention is over.
        </EmptyState>
      )}
      {list.error && !isUnknown && <ErrorState error={list.error} onRetry={list.retry} />}
      {!project && !list.error && <Skeleton lines={8} />}
      {project && (
        <>
          <Facts project={project} />
          <Tabs
            label="Project"
            tabs={VIEWS.map((one) => ({
              label: TAB_LABELS[one],
              href: href('/projects/:id', { id }, { ...query, view: one, finding: null }),
              isCurrent: view === one,
            }))}
          />
          {view === 'findings' && (
            <>
              <BlockingFindings project={project} addressOf={addressOf} />
              <FindingsBetweenFiles project={project} addressOf={addressOf} />
            </>
          )}
          {view === 'files' && (
            <>
              <ProjectFiles files={list.pages!.flatMap(({ items }) => items)} />
              <MoreButton
                shown={list.pages!.reduce((count, { items }) => count + items.length, 0)}
                noun="files"
                hasMore={list.hasMore}
                isBusy={list.isLoadingMore}
                onMore={list.more}
              />
            </>
          )}
          {view === 'calls' && project.status === 'completed' && <ProjectCalls project={project} />}
          {view !== 'files' && isUnderWay(project.status) && (
            <p class="section soft">Files are still validated; the rest is known at the end.</p>
          )}
          {open && (
            <BetweenPanel
              key={finding}
              projectId={id}
              finding={open}
              onClose={() => change({ finding: '' })}
            />
          )}
        </>
      )}
    </>
  );
}

function hasFindings({ blockingFindings, projectFindings }: Project): boolean {
  return blockingFindings.length + projectFindings.length > 0;
}

function Verdict({
  project: { status, passed, enforcementMode, wouldBlock },
}: {
  readonly project: Project;
}) {
  if (status !== 'completed' || passed === null) return <StatusBadge status={status} />;
  return <VerdictBadge passed={passed} wouldBlock={wouldBlock} enforcementMode={enforcementMode} />;
}

function Facts({ project }: { readonly project: Project }) {
  const { status, score, summary, fileCount, processedCount, failedCount, skippedCount, diff, error } =
    project;
  return (
    <>
      {isUnderWay(status) && (
        <p class="section-notice" role="status">
          <Progress done={processedCount} total={fileCount} noun="files" />
        </p>
      )}
      {error && (
        <div class="notice notice--bad section-notice" role="alert">
          <Icon name="warning" />
          <div class="notice-body">
            <p>{error.message}</p>
            <p class="mono soft">{error.code}</p>
          </div>
        </div>
      )}
      <KeyValues
        inRow
        entries={[
          [
            'Score',
            score === null ? null : <Score key="score" score={score} change={diff?.scoreDelta ?? null} />,
          ],
          ['Findings', summary && <FindingCounts key="findings" summary={summary} />],
          ['New', diff?.newFindingsCount.toLocaleString('en')],
          ['Resolved', diff?.resolvedFindingsCount.toLocaleString('en')],
          ['Files', fileCount.toLocaleString('en')],
          ['Failed', failedCount === 0 ? null : failedCount.toLocaleString('en')],
          ['No workflow', skippedCount === 0 ? null : skippedCount.toLocaleString('en')],
          ['Submitted', <RelativeTime key="submitted" time={project.queuedAt} />],
        ]}
      />
      <ChangeLink runId={project.projectValidationId} />
      <IgnoredMetadata names={project.metadataIgnored} />
    </>
  );
}
