/** Line above the feed with the tasks that need a person. */
import { type FeedSummary, summariseFeed } from '../../api/calls/feed.ts';
import { useCall } from '../../api/use-call.ts';
import { href } from '../../routing/paths.ts';

/** Interval at which the line is read again. */
const POLL_MS = 60_000;

type Count = FeedSummary['blocked'];

/** Shows blocked files, regressions, and exceptions to decide, each as a link to them. */
export function AttentionLine() {
  const { data } = useCall(summariseFeed, {}, { pollMs: POLL_MS });
  if (data === undefined) return null;
  const newest = { latest: true, queuedAfter: data.since };
  const items = [
    item(data.blocked, 'blocked file', 'blocked files', href('/feed', null, { passed: false, ...newest })),
    item(data.regressions, 'regression', 'regressions', href('/feed', null, { regression: true, ...newest })),
    data.exceptionsToDecide
      ? item(
          { count: data.exceptionsToDecide, isExact: true },
          'exception to decide',
          'exceptions to decide',
          href('/exceptions', null, { status: 'pending' }),
        )
      : null,
  ].filter((entry) => entry !== null && entry !== undefined);
  const running = data.queued + data.running;
  return (
    <p class="attention">
      {items.length === 0 ? (
        <span class="soft">Nothing needs you: no file is blocked or got worse in the last seven days.</span>
      ) : (
        <>
          <strong>Needs you:</strong> {items}
        </>
      )}
      {running > 0 && (
        <span class="soft">
          {running.toLocaleString('en')} {running === 1 ? 'run is' : 'runs are'} under way
        </span>
      )}
    </p>
  );
}

function item({ count, isExact }: Count, one: string, many: string, address: string) {
  if (count === 0) return null;
  return (
    <a key={one} href={address}>
      {count.toLocaleString('en')}
      {isExact ? '' : '+'} {count === 1 ? one : many}
    </a>
  );
}
