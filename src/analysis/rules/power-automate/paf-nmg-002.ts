/** A flow, connection reference or environment variable whose name does not follow the convention. */
import type { ReferenceFacts } from '../../model/project.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

const FLOWS = ['power-automate-flow', 'power-automate-package-flow', 'power-automate-definition'];

export const rule = defineRule('PAF-NMG-002', {
  level: 'project',
  *check({ workflows }, { options: { flow, connectionReference, environmentVariable } }) {
    const fits = (pattern: string, name: string): boolean =>
      pattern === '' || compileUserPattern(pattern).test(name);
    const patternOf = ({ kind }: ReferenceFacts): readonly [string, string] => {
      if (kind === 'declared-connection') return ['connection reference', connectionReference];
      return kind === 'declared-variable' ? ['environment variable', environmentVariable] : ['', ''];
    };
    for (const workflow of workflows) {
      const { kind, name, references, start } = workflow;
      if (FLOWS.includes(kind) && !fits(flow, name)) {
        const message = `The name of the flow "${name}" does not follow the convention.`;
        yield { in: workflow, at: start, subject: 'name', message };
      }
      for (const reference of references) {
        const [what, pattern] = patternOf(reference);
        if (fits(pattern, reference.target)) continue;
        const message = `The name of the ${what} "${reference.target}" does not follow the convention.`;
        yield { in: workflow, at: reference, subject: reference.target, message };
      }
    }
  },
});
