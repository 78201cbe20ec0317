/** A variable whose name does not follow the convention. */

import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-NMG-001', {
  level: 'variable',
  *check({ name, key, at, owner }, { options: { pattern, maxLength } }) {
    // Environment variables of a solution have names of their own.
    if (!key.startsWith('variable:')) return;
    if (name.length <= maxLength && compileUserPattern(pattern).test(name)) return;
    const how = name.length > maxLength ? `has ${name.length} characters` : 'does not follow the convention';
    const measure = measureOf(name, pattern);
    yield { at: { at, owner, name }, message: `The name of the variable "${name}" ${how}.`, measure };
  },
});
