/** A condition of a desktop flow that has the same result in every run. */
import type { Expr } from '../../model/expr.ts';
import { defineRule } from '../../model/rule.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { walk } from '../../semantics/visit.ts';

/** Nodes that only combine what is in them. */
const COMBINES: ReadonlySet<Expr['kind']> = new Set(['literal', 'unary', 'binary', 'interpolation', 'list']);

/** Conditions of an IF: its own, and that of each ELSE IF in it. */
const CONDITION = /^(?:Condition|ElseIf \d+)$/;

/** Returns whether a value is the same in each run. */
function isFixed(tree: Expr): boolean {
  for (const { kind } of walk(tree)) if (!COMBINES.has(kind)) return false;
  return true;
}

const when = (condition: string): string => `SET WorkItemId TO $'''7'''
IF ${condition} THEN
    CALL BookInvoice
END`;
const orWhen = (condition: string): string => `SET Status TO $'''Late'''
IF Status = $'''Paid''' THEN
    CALL BookInvoice
ELSE IF ${condition} THEN
    CALL AskForPayment
END`;

// Loops are left out: `LOOP WHILE (1) = (1)` is how people write one that an Exit loop ends.
export const rule = defineRule({
  id: 'PAD-REL-006',
  version: 3,
  title: 'Condition with a fixed outcome',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Each run takes the same branch: the other one never happens, and the check that the flow shows does not exist.',
  fix: 'Put the variable between percent signs: %Total% is its value, Total a text. Delete the condition if it is left over from a test.',
  compliance: ['ERR'],
  controls: ['CWE-570', 'CWE-571'],
  options: {},
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
  examples: {
    'power-automate': {
      bad: [
        when(`$'''Output_WorkItemId''' = (-1)`),
        when(`$'''Total''' <> 0`),
        orWhen(`'Status' = $'''Open'''`),
        when('WorkItemId = WorkItemId'),
        orWhen(`Status <> $'''Open''' OR Status <> $'''Late'''`),
        orWhen(`$'''Status''' = $'''Open''' OR $'''Status''' = $'''Late'''`),
      ],
      good: [
        when('WorkItemId = (-1)'),
        when(`$'''%Total%''' <> 0`),
        orWhen(`Status = $'''Open'''`),
        orWhen(`Status <> $'''Open''' AND Status <> $'''Late'''`),
        // Near miss: an endless loop on purpose.
        `SET WorkItemId TO $'''7'''
LOOP WHILE (1) = (1)
    EXIT LOOP
END`,
        when('IsEmpty(Rows)'),
      ],
    },
  },
});
