/** Verdict on a run of the feed. */
import type { FeedRun } from '../../api/calls/feed.ts';
import { StatusBadge, VerdictBadge } from '../../parts/data/badge.tsx';

/** Shows the verdict; of a run without one, its state. */
export function RunVerdict({
  run: { status, passed, wouldBlock, enforcementMode },
}: {
  readonly run: FeedRun;
}) {
  if (status !== 'completed' || passed === null) return <StatusBadge status={status} />;
  return <VerdictBadge passed={passed} wouldBlock={wouldBlock} enforcementMode={enforcementMode} />;
}
