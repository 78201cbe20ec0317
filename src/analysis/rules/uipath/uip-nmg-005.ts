/** A test case whose name does not follow the convention. */

import { lastPathPart } from '../../patterns/texts/file-name.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-NMG-005', {
  level: 'project',
  *check({ workflows }, { options }) {
    const pattern = compileUserPattern(options.pattern);
    for (const workflow of workflows) {
      for (const reference of workflow.references) {
        if (reference.kind !== 'test-case' || reference.detail !== 'TestCase') continue;
        const name = lastPathPart(reference.target).replace(/\.(?:xaml|cs)$/i, '');
        if (pattern.test(name)) continue;
        const message = `The name of the test case "${name}" does not follow the convention.`;
        yield { in: workflow, at: reference, subject: reference.target, message };
      }
    }
  },
});
