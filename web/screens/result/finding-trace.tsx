/** Way of the data to a finding: from the step that gives it to the step that must not have it. */
import type { FindingDetails } from '../../api/calls/results.ts';
import { counted } from '../../parts/data/words.ts';

/** Lists the steps of a way; shows nothing for a finding that follows no data. */
export function FindingTrace({ steps }: { readonly steps: FindingDetails['trace'] }) {
  if (steps.length === 0) return null;
  return (
    <section>
      <h3>How the data gets there</h3>
      <ol>
        {steps.map((step, place) => (
          <li key={place}>
            <bdi>{step.sentence}</bdi>
            <span class="cell-note">
              {[
                step.sourceLineNumber !== null && `Line ${step.sourceLineNumber}`,
                step.omittedSteps > 0 && `then ${counted(step.omittedSteps, 'more step')}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
