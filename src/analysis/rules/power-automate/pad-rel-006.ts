/** A condition of a desktop flow that compares two fixed values. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Token } from '../../model/workflow.ts';

const BOOLEAN = /^(?:true|false)$/i;

/** Returns whether a token is a value that the file fixes, or a sign between values. */
const isFixed = ({ kind, text }: Token): boolean =>
  (kind !== 'name' && kind !== 'symbol') || BOOLEAN.test(text);

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
    const tokens = condition?.expression?.tokens;
    if (condition === undefined || tokens === undefined || !tokens.every(isFixed)) return;
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
