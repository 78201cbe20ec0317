/** A condition that compares two fixed values. */
import { defineRule } from '../../model/rule.ts';
import { comparisonsOf } from '../../patterns/power-automate/steps/comparisons.ts';

const when = (expression: string): string =>
  `"Is_it_due":{"type":"If","expression":${expression},"actions":{"Keep":{"type":"Compose","inputs":"1"}}}`;

// On real flows these were switches from a test, and dynamic content that had become text.
export const rule = defineRule({
  id: 'PAF-REL-024',
  version: 2,
  title: 'Condition with a fixed outcome',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Each run takes the same branch: the other one never happens, and the check that the flow shows does not exist.',
  fix: 'Insert the value to compare as dynamic content or as an expression; what was typed as text stays text. Delete the condition if it is left over from a test.',
  compliance: ['ERR'],
  controls: ['CWE-570', 'CWE-571'],
  dedupeGroup: 'unreachable-action',
  options: {},
  level: 'activity',
  types: ['If', 'Until'],
  *check(activity) {
    for (const { at, operands } of comparisonsOf(activity)) {
      if (operands.length !== 2 || operands.some((operand) => typeof operand !== 'string')) continue;
      const [left, right] = operands.map((operand) => String(operand).trim().slice(0, 60));
      const message = `"${activity.name}" compares the fixed values "${left}" and "${right}".`;
      yield { at, subject: at.name, message };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        when('{"equals":[true,true]}'),
        when(`{"and":[{"greater":["@triggerBody()?['total']",100]},{"equals":["outputs('Days')",5]}]}`),
        when(`"@and(equals(1, 1), empty(triggerBody()))"`),
      ],
      good: [
        when(`{"equals":["@triggerBody()?['state']","new"]}`),
        when(`"@equals(variables('done'), true)"`),
        // Near misses: a computed value without a reference, and a test of one value.
        when('{"equals":["@dayOfWeek(utcNow())",1]}'),
        when(`"@not(empty(triggerBody()?['id']))"`),
      ],
    },
  },
});
