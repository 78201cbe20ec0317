/** Step that waits for a run and leads to it. */
import { useRef } from 'preact/hooks';
import { listFeed } from '../../api/calls/feed.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { LinkButton } from '../../parts/form/button.tsx';
import { runAddress } from '../../routing/run-address.ts';
import { RunVerdict } from '../feed/run-verdict.tsx';

/** Interval at which the newest run is read. */
const POLL_MS = 3_000;

/** Shows the first run that comes while the screen is open. */
export function ArrivingRun() {
  const { data, error, retry } = useCall(listFeed, { query: { pageSize: 1 } }, { pollMs: POLL_MS });
  const newest = data?.runs[0];
  // Runs from before the screen opened do not count; undefined until they are loaded.
  const known = useRef<string | null | undefined>(undefined);
  if (data !== undefined && known.current === undefined) known.current = newest?.id ?? null;
  const arrived = newest !== undefined && newest.id !== known.current ? newest : null;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <div class="arriving" role="status">
      {arrived === null ? (
        <>
          <progress aria-label="Waiting" />
          <p class="soft">Waiting for a run. This page may stay open: it shows the run once it is here.</p>
        </>
      ) : (
        <>
          <p>
            <strong>
              <bdi>{arrived.filename ?? 'A run'}</bdi>
            </strong>{' '}
            has arrived. <RunVerdict run={arrived} />
          </p>
          <LinkButton kind="primary" href={runAddress(arrived)}>
            Open the result
          </LinkButton>
        </>
      )}
    </div>
  );
}
