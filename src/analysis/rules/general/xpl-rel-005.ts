/**
 * A variable without a value where a step needs one. Real files test flags instead of the variable, set it in one branch
 * and use it in another: a use counts on some ways only where no choice behind the missing write can avoid it.
 */
import { type UnsetUse, unsetUses } from '../../patterns/uipath/unset/unset-symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Says when the variable has no value. */
function reasonOf({ when, cause }: UnsetUse): string {
  if (when === 'choice') return `on the way past "${cause!.name}" no step has set it`;
  if (when === 'failure')
    return `if "${cause!.name}" fails, the error is caught and the run goes on without it`;
  return cause === undefined ? 'no step has set it by then' : `"${cause.name}" has set it to Nothing`;
}

export const rule = defineRule('XPL-REL-005', {
  level: 'workflow',
  // An extension method may take nothing as its object.
  notIn: ['uipath-coded-workflow', 'power-automate-connector-code'],
  wants: 'symbols',
  *check(workflow) {
    for (const use of unsetUses(workflow)) {
      const { symbol, step, setting, when } = use;
      const effect = when === 'always' ? 'the step fails whenever it runs' : 'the step then fails';
      const message = `"${step.name}" needs the value of "${symbol.name}", but ${reasonOf(use)}: ${effect}.`;
      yield {
        at: setting,
        subject: `${symbol.name} in ${setting.name}`,
        message,
        ...(when === 'always' ? {} : { severity: 'medium' as const }),
      };
    }
  },
});
