/** Finds processes and objects that were exported with breakpoints. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-MNT-006', {
  level: 'workflow',
  words: ['breakpoint'],
  *check({ name, activities }) {
    const stages = activities.filter((stage) => propertyOf(stage, 'breakpoint') !== undefined);
    const [first, ...more] = stages;
    if (first === undefined) return;
    const others = more.length === 0 ? '' : ` and ${more.length} more stages`;
    yield {
      at: first,
      subject: 'breakpoint',
      message: `"${first.name}"${others} of "${name}" ${more.length === 0 ? 'has a breakpoint' : 'have breakpoints'}.`,
    };
  },
});
