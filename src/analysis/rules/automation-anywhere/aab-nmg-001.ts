/** A variable whose name does not follow the convention. */

import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

/** Names that the recorder gives windows. */
const RECORDED = /^window(?:-\d+)+$/;

export const rule = defineRule('AAB-NMG-001', {
  level: 'workflow',
  wants: 'symbols',
  *check(workflow, { options: { pattern, maxLength } }) {
    const compiled = compileUserPattern(pattern);
    for (const { name, at, owner } of [...workflow.variables, ...workflow.arguments]) {
      if (RECORDED.test(name) || (name.length <= maxLength && compiled.test(name))) continue;
      const how =
        name.length > maxLength ? `has ${name.length} characters` : 'does not follow the convention';
      const measure = measureOf(name, pattern);
      yield { at: { at, owner, name }, message: `The name of the variable "${name}" ${how}.`, measure };
    }
  },
});
