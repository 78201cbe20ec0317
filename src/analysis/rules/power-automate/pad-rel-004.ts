/** A loop of a desktop flow whose condition is always true and that nothing leaves. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { isLeft } from '../../semantics/flow/loops.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAD-REL-004', {
  level: 'workflow',
  *check(workflow) {
    for (const loop of workflow.activities) {
      const condition = loop.type === 'LoopWhile' ? propertyOf(loop, 'Condition') : undefined;
      if (condition === undefined || !isLive(loop) || constantCondition(condition) !== true) continue;
      if (isLeft(workflow, loop)) continue;
      yield {
        at: loop,
        subject: 'Condition',
        message: `The condition of "${loop.name}" is always true, and nothing in the loop leaves it.`,
      };
    }
  },
});
