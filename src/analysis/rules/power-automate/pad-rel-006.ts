/** A condition of a desktop flow that compares two fixed values. */
import type { Expr } from '../../model/expr.ts';
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { walk } from '../../semantics/visit.ts';

/** Nodes that only combine what is in them. */
const COMBINES: ReadonlySet<Expr['kind']> = new Set(['literal', 'unary', 'binary', 'interpolation', 'list']);

/** Returns whether a value is the same in each run. */
function isFixed(tree: Expr): boolean {
  for (const { kind } of walk(tree)) if (!COMBINES.has(kind)) return false;
  return true;
}

const when = (condition: string): string => `SET WorkItemId TO $'''7'''
IF ${condition} THEN
    CALL BookInvoice
END`;

// Loops are left out: `LOOP WHILE (1) = (1)` is how people write one that an Exit loop ends.
export const rule = defineRule({
  id: 'PAD-REL-006',
  version: 1,
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
  types: ['If', 'ElseIf'],
  *check(activity) {
    const condition = propertyOf(activity, 'Condition');
    if (condition?.expression === undefined || !isFixed(condition.expression.tree)) return;
    yield { at: condition, subject: 'condition', message: `"${activity.name}" compares fixed values only.` };
  },
  examples: {
    'power-automate': {
      bad: [when(`$'''Output_WorkItemId''' = (-1)`), when(`$'''Total''' <> 0`)],
      good: [
        when('WorkItemId = (-1)'),
        when(`$'''%Total%''' <> 0`),
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
