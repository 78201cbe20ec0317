/** A process, object or page whose name does not follow the convention. */

import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-NMG-001', {
  level: 'workflow',
  *check(workflow, { options }) {
    const { kind, name } = workflow;
    const isWrong = (text: string, pattern: string): boolean =>
      (pattern !== '' && !compileUserPattern(pattern).test(text)) ||
      (options.deny !== '' && compileUserPattern(options.deny).test(text));
    const what = kind === 'blue-prism-process' ? 'process' : kind === 'blue-prism-object' ? 'object' : null;
    if (what !== null && isWrong(name, options[what]))
      yield {
        at: { at: 0, owner: -1, name },
        subject: what,
        message: `The name of the ${what} "${name}" does not follow the convention.`,
      };
    for (const page of workflow.activities) {
      // Every process begins on a page with the same name.
      if (page.role !== 'page' || page.name === 'Main Page' || page.name === 'Main') continue;
      if (page.name === 'Initialise' || page.name === 'Clean Up' || !isWrong(page.name, options.page))
        continue;
      yield { at: page, message: `The name of the page "${page.name}" does not follow the convention.` };
    }
  },
});
