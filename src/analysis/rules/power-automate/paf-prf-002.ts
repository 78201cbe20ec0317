/** A loop over items inside a loop over items. */
import { defineRule } from '../define-rule.ts';

const LOOP = 'Foreach';

export const rule = defineRule('PAF-PRF-002', {
  level: 'activity',
  types: [LOOP],
  *check(activity, { workflow, options }) {
    let depth = 1;
    let outer = activity;
    for (let up = activity.parent; up >= 0; up = workflow.activities[up]!.parent) {
      const around = workflow.activities[up]!;
      if (around.type !== LOOP) continue;
      if (depth === 1) outer = around;
      depth += 1;
    }
    // Deeper loops are not reported again: fixing this one fixes them.
    if (depth !== options.min) return;
    yield {
      at: activity,
      subject: 'nested-foreach',
      message: `The loop "${activity.name}" runs again for every item of the loop "${outer.name}".`,
    };
  },
});
