/** The newest pull or test of a source: how far it is, what it could not see, and what its credential may do too much. */
import type { Pull } from '../../api/calls/sources.ts';
import { Badge, type Tone } from '../../parts/data/badge.tsx';
import { Progress } from '../../parts/data/progress.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';

/** Outcome or state → its tone and word. */
const STATES: Readonly<Record<string, readonly [Tone, string]>> = {
  complete: ['good', 'Complete'],
  incomplete: ['warning', 'Incomplete'],
  failed: ['bad', 'Failed'],
  waiting: ['plain', 'Waiting for the process that pulls'],
  listing: ['accent', 'Listing'],
  fetching: ['accent', 'Fetching'],
  judging: ['accent', 'Judging'],
};

/** Shows the pull. */
export function LastPull({ pull }: { readonly pull: Pull }) {
  const { state, outcome, problems, warnings, test, throttledUntil } = pull;
  const [tone, word] = STATES[outcome ?? state] ?? ['plain', state];
  const isRunning = state !== 'ended';
  return (
    <section class="section stack">
      <h2>{test ? 'Last test' : 'Last pull'}</h2>
      <div class="row">
        <Badge tone={tone}>{word}</Badge>
        <RelativeTime time={pull.endedAt ?? pull.startedAt} />
        {pull.startedBy !== null && (
          <span class="soft">
            by <bdi>{pull.startedBy}</bdi>
          </span>
        )}
      </div>
      {isRunning && state === 'listing' && (
        <Progress done={pull.partsListed} total={pull.partsKnown} noun="folders and feeds" />
      )}
      {isRunning && state === 'fetching' && (
        <Progress done={pull.fetched} total={pull.toFetch} noun="packages" />
      )}
      {isRunning && throttledUntil !== null && (
        <p class="soft">
          The platform limits requests: the pull goes on <RelativeTime time={throttledUntil} />.
        </p>
      )}
      {test && !isRunning && problems.length === 0 && (
        <p>All {pull.partsListed.toLocaleString('en')} folders and feeds can be read.</p>
      )}
      <Sentences title="What could not be seen" sentences={problems} />
      <Sentences title="Rights that the credential does not need" sentences={warnings} />
    </section>
  );
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div class="notice">
      <div class="notice-body">
        <h3>{title}</h3>
        <ul>
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
