/** The verdict on a run in one sentence, beside its score. */
import type { Result } from '../../api/calls/results.ts';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { counted } from '../../parts/data/words.ts';

/** Shows the score with its change, and what the verdict follows from. */
export function Verdict({ result }: { readonly result: Result }) {
  const { score, diff, summary, validatedAt, validationMs } = result;
  return (
    <section class="verdict" aria-label="Verdict">
      <Score score={score} change={diff.scoreDelta} large />
      <div>
        <p class="verdict-sentence">{sentenceOf(result)}</p>
        <p class="soft">
          <FindingCounts summary={summary} /> · <RelativeTime time={validatedAt} /> ·{' '}
          {validationMs.toLocaleString('en')} ms
          {diff.previousScore !== null && ` · score before: ${diff.previousScore}`}
        </p>
      </div>
    </section>
  );
}

/** Says why the run passed or was blocked. */
function sentenceOf({ passed, enforcementMode, summary }: Result): string {
  const serious = summary.critical + summary.high;
  const findings = counted(serious, 'critical or high finding');
  if (!passed)
    return serious === 0 ? 'Blocked: a condition of the policy is not met.' : `Blocked by ${findings}.`;
  if (serious > 0)
    return enforcementMode === 'blocking'
      ? `Passed: exceptions cover all of ${findings}.`
      : `Passed, as the mode is ${enforcementMode}: ${findings} would block.`;
  return summary.total === 0 ? 'Passed: nothing was found.' : 'Passed: nothing critical or high was found.';
}
