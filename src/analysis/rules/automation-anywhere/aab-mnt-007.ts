/** A bot with more inputs or outputs than its callers can fill without mistakes. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-MNT-007', {
  level: 'workflow',
  wants: 'arguments',
  *check(workflow, { options }) {
    for (const direction of ['in', 'out'] as const) {
      const all = workflow.arguments.filter((it) => it.direction === direction || it.direction === 'in-out');
      if (all.length <= options.max) continue;
      yield {
        at: { at: 0, owner: -1, name: '' },
        subject: `${direction}puts`,
        message: `"${workflow.name}" has ${all.length} ${direction}puts; the maximum is ${options.max}.`,
        measure: { option: 'max', value: all.length },
      };
    }
  },
});
