/** Screen of `/validations/:id`: the verdict on a run, its findings, what changed, and where it came from. */
import { useLocation, useRoute } from 'preact-iso/router';
import { knownAnswer, loadAgain } from '../../api/answers.ts';
import { ApiError } from '../../api/api-error.ts';
import { cancelRun, getResult, type Result, type Run } from '../../api/calls/results.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { StatusBadge } from '../../parts/data/badge.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { ResultView } from './result-view.tsx';

/** Interval at which a run that has not ended is read again. */
const POLL_MS = 1_000;
const BACK = { href: href('/feed', null), label: 'Feed' };

/** Shows a result; a run that has not ended is followed until it has. */
export default function ResultScreen() {
  const { id = '' } = useRoute().params;
  const input = { params: { validationId: id }, query: { findings: 'none' as const } };
  const known = knownAnswer(getResult, input);
  const isOver = known !== undefined && isResult(known);
  const { data, error, retry } = useCall(getResult, input, { pollMs: isOver ? false : POLL_MS });
  if (data !== undefined && data.validationId === id && !error)
    return isResult(data) ? <ResultView result={data} /> : <Waiting run={data} />;
  return (
    <>
      <PageHeader title="Result" back={BACK} />
      {error ? <Failed error={error} onRetry={retry} /> : <Skeleton lines={10} />}
    </>
  );
}

function isResult(answer: Result | Run): answer is Result {
  return 'score' in answer;
}

/** Says how far a run is, and cancels one that has not begun. */
function Waiting({ run }: { readonly run: Run }) {
  const cancel = useAction(async () => {
    await cancelRun.send({ params: { validationId: run.validationId } });
    await loadAgain(getResult);
  });
  return (
    <>
      <PageHeader title="Result" back={BACK} marks={<StatusBadge status={run.status} />} />
      <EmptyState
        icon="feed"
        title={run.status === 'queued' ? 'The run waits for its turn' : 'The run is under way'}
        actions={
          run.status === 'queued' && (
            <Button isBusy={cancel.isBusy} onClick={() => void cancel.run(undefined)}>
              Cancel run
            </Button>
          )
        }
      >
        {run.position === null
          ? 'The result appears here as soon as it is there.'
          : `Place ${run.position} in the queue.`}
      </EmptyState>
      {cancel.error && <ErrorState error={cancel.error} />}
    </>
  );
}

/** Distinguishes a run that has no result from a call that failed. */
function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { id = '' } = useRoute().params;
  const { query } = useLocation();
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon="search"
        title="No result has this address"
        actions={
          <LinkButton href={href('/projects/:id', { id }, query)}>Look for a project with this id</LinkButton>
        }
      >
        Results are deleted when their time is over, and only members of their organisation can read them.
      </EmptyState>
    );
  return <ErrorState error={error} onRetry={onRetry} />;
}
