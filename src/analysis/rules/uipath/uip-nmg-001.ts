/** A variable whose name does not follow the convention. */

import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-NMG-001', {
  level: 'variable',
  // Code has conventions of its own.
  notIn: ['uipath-coded-workflow'],
  *check({ name, at, owner }, { options: { pattern, maxLength } }) {
    if (name.length <= maxLength && compileUserPattern(pattern).test(name)) return;
    const how = name.length > maxLength ? `has ${name.length} characters` : 'does not follow the convention';
    const measure = measureOf(name, pattern);
    yield { at: { at, owner, name }, message: `The name of the variable "${name}" ${how}.`, measure };
  },
});
