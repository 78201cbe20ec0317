/** Screen of `/workflows/{id}`: the course of one file, its runs and its open findings. */
import { useRoute } from 'preact-iso/router';
import { ApiError } from '../../api/api-error.ts';
import { getWorkflow, listFindings, listWorkflowRuns, type Workflow } from '../../api/calls/estate.ts';
import { useCall } from '../../api/use-call.ts';
import { useList } from '../../api/use-list.ts';
import { VerdictBadge } from '../../parts/data/badge.tsx';
import { DataTable } from '../../parts/data/data-table.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { wordsOf } from '../../parts/data/words.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { LinkButton } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { findingColumns } from '../findings/finding-columns.tsx';
import { DeleteWorkflow } from './delete-workflow.tsx';
import { EditWorkflow } from './edit-workflow.tsx';
import { RunCharts } from './run-charts.tsx';
import { RUN_COLUMNS } from './run-columns.tsx';
import { placeOf } from './workflow-columns.tsx';

/** Shows a workflow. */
export default function WorkflowScreen() {
  const id = useRoute().params.key ?? '';
  const { data, error, retry } = useCall(getWorkflow, { params: { workflowId: id } });
  const workflow = data?.workflowId === id ? data : undefined;
  const titleOf = usePlatformTitles();
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <>
      <PageHeader
        back={{ href: href('/workflows', null), label: 'Workflows' }}
        title={workflow?.filename ?? 'Workflow'}
        marks={workflow && <VerdictBadge passed={workflow.passed} wouldBlock={workflow.wouldBlock} />}
        subtitle={workflow && <TextParts parts={placeOf(workflow, titleOf)} />}
        actions={
          workflow && (
            <>
              <DeleteWorkflow workflow={workflow} />
              <EditWorkflow workflow={workflow} />
              <LinkButton href={href('/channels', null, { workflowId: id, show: 'all' })}>
                Channels
              </LinkButton>
              <LinkButton href={href('/validations/:id', { id: workflow.validationId })}>
                Open the last result
              </LinkButton>
            </>
          )
        }
      />
      {isUnknown && (
        <EmptyState icon="workflows" title="No workflow has this id">
          It may belong to another organisation, or may have been taken out of the estate.
        </EmptyState>
      )}
      {error && !isUnknown && <ErrorState error={error} onRetry={retry} />}
      {workflow && <Course workflow={workflow} />}
      {!workflow && !error && <Skeleton lines={8} />}
    </>
  );
}

function Course({ workflow }: { readonly workflow: Workflow }) {
  const { workflowId, score, scoreDelta, summary, validatedAt, firstSeenAt } = workflow;
  const { ownerTeam, criticality, dataClass } = workflow;
  const list = useList(listWorkflowRuns, { params: { workflowId } }, ({ nextCursor }) => nextCursor);
  const runs = list.pages?.flatMap(({ items }) => items);
  return (
    <>
      <KeyValues
        inRow
        entries={[
          ['Score', <Score key="score" score={score} change={scoreDelta} />],
          ['Findings', <FindingCounts key="findings" summary={summary} />],
          ['Last run', <RelativeTime key="last" time={validatedAt} />],
          ['First seen', <RelativeTime key="first" time={firstSeenAt} />],
          ['Owner', ownerTeam && <bdi key="owner">{ownerTeam}</bdi>],
          ['Criticality', criticality && wordsOf(criticality)],
          ['Data class', dataClass && wordsOf(dataClass)],
        ]}
      />
      {runs && (
        <div class="section">
          <RunCharts runs={runs} />
        </div>
      )}
      <OpenFindings workflowId={workflowId} />
      <section class="section">
        <h2>Runs</h2>
        {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
        {!runs && !list.error && <Skeleton />}
        {runs && (
          <DataTable
            label="Runs"
            columns={RUN_COLUMNS}
            rows={runs}
            keyOf={({ validationId }) => validationId}
            isBusy={list.isBusy && !list.isLoadingMore}
          />
        )}
        <MoreButton
          shown={runs?.length ?? 0}
          noun="runs"
          hasMore={list.hasMore}
          isBusy={list.isLoadingMore}
          onMore={list.more}
        />
      </section>
    </>
  );
}

function OpenFindings({ workflowId }: { readonly workflowId: string }) {
  const list = useList(listFindings, { query: { workflowId } }, ({ nextCursor }) => nextCursor);
  const findings = list.pages?.flatMap(({ items }) => items);
  return (
    <section class="section">
      <h2>Open findings</h2>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {!findings && !list.error && <Skeleton lines={3} />}
      {findings?.length === 0 && (
        <p class="soft">Nothing is open: the last run found nothing, or exceptions waive what it found.</p>
      )}
      {findings && findings.length > 0 && (
        <DataTable
          label="Open findings"
          columns={findingColumns('file', null)}
          rows={findings}
          keyOf={({ findingId }) => findingId}
          isBusy={list.isBusy && !list.isLoadingMore}
        />
      )}
      <MoreButton
        shown={findings?.length ?? 0}
        noun="findings"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </section>
  );
}
