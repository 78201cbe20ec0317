/** Way of the data to a finding: from the step that gives it to the step that must not have it. */
import type { FindingDetails } from '../../api/calls/results.ts';
import { counted } from '../../parts/data/words.ts';

type Step = FindingDetails['trace'][number];

/** Returns the line of a step, behind its file where that is another one; '' for none. */
function placeOf({ file, sourceLineNumber }: Step): string {
  if (sourceLineNumber === null) return file ?? '';
  return file === null ? `Line ${sourceLineNumber}` : `${file}, line ${sourceLineNumber}`;
}

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
              {[placeOf(step), step.omittedSteps > 0 && `then ${counted(step.omittedSteps, 'more step')}`]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
