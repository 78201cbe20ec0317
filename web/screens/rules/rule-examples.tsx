/** Examples of a rule: what it reports, and what it does not. */
import type { RuleDetails } from '../../api/calls/rules.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { CodeBlock } from '../../parts/layout/code-block.tsx';

interface RuleExamplesProps {
  readonly examples: RuleDetails['examples'];
  readonly titleOf: (platform: string) => string;
}

/** Shows examples, reported ones first. Names the platforms if there are several. */
export function RuleExamples({ examples, titleOf }: RuleExamplesProps) {
  if (examples.length === 0) return null;
  const isNamed = new Set(examples.map(({ platform }) => platform)).size > 1;
  return (
    <section>
      <h2>Examples</h2>
      <p class="soft">Each is a piece of the file that the designer saves.</p>
      {[true, false].map((isBad) => {
        const shown = examples.filter(({ bad }) => bad === isBad);
        if (shown.length === 0) return null;
        return (
          <section class="rule-example" key={String(isBad)}>
            <h3 class={isBad ? 'rule-bad' : 'rule-good'}>
              <Icon name={isBad ? 'close' : 'check'} />
              {isBad ? 'This is reported' : 'This is not'}
            </h3>
            {shown.map(({ platform, text }, index) => (
              <div key={text}>
                {isNamed && <p class="soft">{titleOf(platform)}</p>}
                <CodeBlock code={text} label={`${isBad ? 'reported' : 'accepted'} example ${index + 1}`} />
              </div>
            ))}
          </section>
        );
      })}
    </section>
  );
}
