/** The verdict on a run in one sentence, beside its score. */
import { verdictOf } from '../../../src/analysis/model/report.ts';
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
function sentenceOf(result: Result): string {
  const { enforcementMode, summary, wouldBlock } = result;
  const findings = counted(wouldBlock, 'finding');
  const verdict = verdictOf(result);
  if (verdict === 'blocked') return `Blocked by ${findings}.`;
  if (verdict === 'would-block') return `Passed, as the mode is ${enforcementMode}: ${findings} would block.`;
  if (summary.total === 0) return 'Passed: nothing was found.';
  // Findings as severe as these block unless an exception waives them.
  if (summary.critical + summary.high > 0) return 'Passed: exceptions cover everything that would block.';
  return 'Passed: nothing that blocks was found.';
}
