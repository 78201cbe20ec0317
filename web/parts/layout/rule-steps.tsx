/** Steps by which an author fixes a finding, designer by designer. */
import type { RuleDetails } from '../../api/calls/rules.ts';
import { Prose } from '../data/prose.tsx';

/** Shows the steps in each designer. */
export function RuleSteps({ designers }: { readonly designers: RuleDetails['designers'] }) {
  return designers.map(({ designer, steps }) => (
    <div key={designer}>
      <p>In {designer}:</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            <Prose text={step} />
          </li>
        ))}
      </ol>
    </div>
  ));
}
