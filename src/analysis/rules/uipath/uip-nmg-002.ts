/** An argument whose name does not follow the convention of its direction. */

import { measureOf } from '../../patterns/name-measure.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-NMG-002', {
  level: 'argument',
  // Code has conventions of its own.
  notIn: ['uipath-coded-workflow'],
  *check({ name, direction, at, owner }, { options }) {
    const pattern = options[direction === 'in-out' ? 'inOut' : direction];
    const isTooLong = name.length > options.maxLength;
    if (!isTooLong && (pattern === '' || compileUserPattern(pattern).test(name))) return;
    const how = isTooLong
      ? `has ${name.length} characters`
      : `does not follow the convention for ${direction} arguments`;
    const measure = measureOf(name, pattern);
    yield { at: { at, owner, name }, message: `The name of the argument "${name}" ${how}.`, measure };
  },
});
