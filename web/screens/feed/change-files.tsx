/** Files of a change below its row of the feed. */
import { type Change, listChangeRuns } from '../../api/calls/changes.ts';
import { useCall } from '../../api/use-call.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { href } from '../../routing/paths.ts';
import { runAddress } from '../../routing/run-address.ts';
import { RunVerdict } from './run-verdict.tsx';

/** Files that the row shows; the page of the change has all. */
const FILES_SHOWN = 20;

/** Shows the first files, blocked ones before others. */
export function ChangeFiles({ change: { id, activeAt } }: { readonly change: Change }) {
  const input = { params: { changeId: id }, query: { pageSize: FILES_SHOWN } };
  const { data, error, retry } = useCall(listChangeRuns, input);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (data === undefined) return <Skeleton lines={3} key={activeAt} />;
  return (
    <ul class="change-files">
      {data.runs.map((run) => (
        <li key={run.id}>
          <RunVerdict run={run} />
          <a href={runAddress(run)}>
            <Breakable text={run.filename ?? 'Without a name'} />
          </a>
        </li>
      ))}
      {data.nextCursor !== null && (
        <li>
          <a href={href('/changes/:id', { id })}>All files</a>
        </li>
      )}
    </ul>
  );
}
