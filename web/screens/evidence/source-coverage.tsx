/** Sources of the evidence: how much of each was judged, and what was not seen. */
import type { Evidence } from '../../api/calls/evidence.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { counted } from '../../parts/data/words.ts';

/** Shows one line for each source; nothing without any. */
export function SourceCoverage({ sources }: { readonly sources: Evidence['coverage'] }) {
  if (sources.length === 0) return null;
  return (
    <section class="section">
      <h2>Sources</h2>
      <ul class="plain-list">
        {sources.map(({ sourceId, name, coverage, unseenPartCount, unseenParts, listedSince }) => (
          <li key={sourceId}>
            <bdi>{name}</bdi>: {coverage.judged} of {coverage.atLeast && 'at least '}
            {coverage.known} judged, {listedSince ? 'listed' : 'not listed completely'}{' '}
            {listedSince && <RelativeTime time={listedSince} />}{' '}
            {unseenPartCount > 0 && (
              <span class="soft">
                {counted(unseenPartCount, 'part')} not seen:{' '}
                <bdi>{unseenParts.map(({ path }) => path).join(', ')}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
