/** A condition of a desktop flow that has the same result in every run. */
import type { Expr } from '../../model/expr.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Nodes that only combine what is in them. */
const COMBINES: ReadonlySet<Expr['kind']> = new Set(['literal', 'unary', 'binary', 'interpolation', 'list']);

/** Conditions of an IF: its own, and that of each ELSE IF in it. */
const CONDITION = /^(?:Condition|ElseIf \d+)$/;

/** Returns whether a value is the same in each run. */
function isFixed(tree: Expr): boolean {
  for (const { kind } of walk(tree)) if (!COMBINES.has(kind)) return false;
  return true;
}

// Loops are left out: `LOOP WHILE (1) = (1)` is how people write one that an Exit loop ends.
export const rule = defineRule('PAD-REL-006', {
  level: 'activity',
  types: ['If'],
  *check(activity) {
    for (const at of activity.properties) {
      if (!CONDITION.test(at.name) || at.expression === undefined) continue;
      const result = constantCondition(at);
      const subject = at.name.toLowerCase();
      if (isFixed(at.expression.tree))
        yield { at, subject, message: `"${activity.name}" compares fixed values only.` };
      else if (result !== undefined)
        yield { at, subject, message: `The condition of "${activity.name}" is ${result} in every run.` };
    }
  },
});
