/** Way of the data to a finding: from the step that gives it to the step that must not have it. */
import type { FindingDetails } from '../../api/calls/results.ts';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { counted } from '../../parts/data/words.ts';

type Step = FindingDetails['trace'][number];

/** Shows the other file that has a step, its line, and the number of steps left out behind it. */
function StepNote({ step: { file, sourceLineNumber, omittedSteps } }: { readonly step: Step }) {
  return (
    <span class="cell-note">
      <TextParts
        parts={[
          file,
          sourceLineNumber === null ? null : `line ${sourceLineNumber}`,
          omittedSteps > 0 ? `then ${counted(omittedSteps, 'more step')}` : null,
        ]}
      />
    </span>
  );
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
            <StepNote step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}
