/** Calls between the workflows of a project, as a tree or as a picture. */
import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../../../api/api-error.ts';
import { type CallGraph, getCallGraph, type Project } from '../../../api/calls/projects.ts';
import { useCall } from '../../../api/use-call.ts';
import { DataTable } from '../../../parts/data/data-table.tsx';
import { MoreButton } from '../../../parts/data/more-button.tsx';
import { counted } from '../../../parts/data/words.ts';
import { deferred } from '../../../parts/deferred.tsx';
import { ErrorState } from '../../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../../parts/feedback/skeleton.tsx';
import { Tabs } from '../../../parts/layout/tabs.tsx';
import { href } from '../../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../../routing/url-state.ts';
import { CALL_COLUMNS } from './call-columns.tsx';
import { callRows } from './call-rows.ts';

const CallPicture = deferred(async () => (await import('./call-picture.tsx')).CallPicture);

const PARAMS = { calls: choiceParam(['tree', 'picture'], 'tree') };
const VIEWS = [
  ['tree', 'Tree'],
  ['picture', 'Picture'],
] as const;
/** Rows that are shown at once. */
const ROWS_STEP = 200;
/** Workflows that fit into a picture. */
const PICTURE_MAX = 300;

/** Shows what calls what. */
export function ProjectCalls({ project }: { readonly project: Project }) {
  const { projectValidationId: id, filename } = project;
  const { data, error, retry } = useCall(getCallGraph, { params: { id } });
  const isOld = error instanceof ApiError && error.code === 'call_graph_not_found';
  return (
    <section class="section">
      <h2>Calls</h2>
      {isOld && <p class="soft">This run is older than call graphs are. The next one has one.</p>}
      {error && !isOld && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && !error && <Skeleton lines={4} />}
      {data?.calls.length === 0 && <p class="soft">No workflow calls another one.</p>}
      {data && data.calls.length > 0 && <Calls id={id} name={filename ?? 'the project'} graph={data} />}
    </section>
  );
}

interface CallsProps {
  readonly id: string;
  readonly name: string;
  readonly graph: CallGraph;
}

function Calls({ id, name, graph }: CallsProps) {
  const [{ calls: view }] = useUrlState(PARAMS);
  const { query } = useLocation();
  const canDraw = graph.workflows.length <= PICTURE_MAX;
  return (
    <>
      <p>{summaryOf(graph)}</p>
      {canDraw && (
        <Tabs
          label="Calls"
          tabs={VIEWS.map(([value, label]) => ({
            label,
            href: href('/projects/:id', { id }, { ...query, calls: value === 'tree' ? null : value }),
            isCurrent: view === value,
          }))}
        />
      )}
      {canDraw && view === 'picture' ? <CallPicture name={name} graph={graph} /> : <CallTree graph={graph} />}
      {!graph.isComplete && (
        <p class="more soft">The project has more calls. These are the first {graph.calls.length}.</p>
      )}
    </>
  );
}

function CallTree({ graph }: Pick<CallsProps, 'graph'>) {
  const [count, setCount] = useState(ROWS_STEP);
  const rows = useMemo(() => callRows(graph), [graph]);
  return (
    <>
      <DataTable label="Calls" columns={CALL_COLUMNS} rows={rows.slice(0, count)} keyOf={({ key }) => key} />
      <MoreButton
        shown={count}
        noun="calls"
        hasMore={count < rows.length}
        isBusy={false}
        onMore={() => setCount(count + ROWS_STEP)}
      />
    </>
  );
}

/** Says how many workflows call each other, and what is wrong with the calls. */
function summaryOf({ workflows, calls }: CallGraph): string {
  const missing = calls.filter(({ status }) => status === 'missing').length;
  const unknown = calls.filter(({ status }) => status === 'unknown').length;
  const circular = calls.filter(({ isCircular }) => isCircular).length;
  return [
    `${counted(workflows.length, 'workflow')} with ${counted(calls.length, 'call')}`,
    missing > 0 && `${counted(missing, 'target')} missing`,
    unknown > 0 && `${unknown.toLocaleString('en')} outside or chosen at run time`,
    circular > 0 && `${circular.toLocaleString('en')} in circles`,
  ]
    .filter(Boolean)
    .join(' · ');
}
