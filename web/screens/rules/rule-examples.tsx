/** Examples of a rule: what it reports, and what it does not. */
import { useState } from 'preact/hooks';
import type { RuleDetails } from '../../api/calls/rules.ts';
import { Button } from '../../parts/form/button.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { CodeBlock } from '../../parts/layout/code-block.tsx';

interface RuleExamplesProps {
  readonly examples: RuleDetails['examples'];
  readonly titleOf: (platform: string) => string;
}

/** Shows one example of each kind, reported ones first; the others on request. Names the platforms if there are several. */
export function RuleExamples({ examples, titleOf }: RuleExamplesProps) {
  const [isOpen, setOpen] = useState(false);
  if (examples.length === 0) return null;
  const isNamed = new Set(examples.map(({ platform }) => platform)).size > 1;
  const kinds = [true, false].map((isBad) => examples.filter(({ bad }) => bad === isBad));
  const isShort = kinds.every(({ length }) => length <= 1);
  return (
    <section>
      <h2>Examples</h2>
      <p class="soft">Each is a piece of the file that the designer saves.</p>
      {kinds.map((all) => {
        const shown = isOpen ? all : all.slice(0, 1);
        const [first] = shown;
        if (first === undefined) return null;
        return (
          <section class="rule-example" key={String(first.bad)}>
            <h3 class={first.bad ? 'rule-bad' : 'rule-good'}>
              <Icon name={first.bad ? 'close' : 'check'} />
              {first.bad ? 'This is reported' : 'This is not'}
            </h3>
            {shown.map(({ platform, text }, index) => (
              <div key={text}>
                {isNamed && <p class="soft">{titleOf(platform)}</p>}
                <CodeBlock
                  code={text}
                  label={`${first.bad ? 'reported' : 'accepted'} example ${index + 1}`}
                />
              </div>
            ))}
          </section>
        );
      })}
      {!isShort && (
        <Button onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show one of each' : `Show all ${examples.length.toLocaleString('en')} examples`}
        </Button>
      )}
    </section>
  );
}
