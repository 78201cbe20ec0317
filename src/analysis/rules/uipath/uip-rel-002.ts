/** A catch of every exception that writes at most a line of low level. */
import { literalOf, parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';
import { mildnessOf } from '../../patterns/uipath/swallow-weight.ts';
import { defineRule } from '../define-rule.ts';

/** Levels that production does not keep, or where lines about failures drown. */
const LOW_LEVEL = /^(?:trace|verbose|info)$/i;

/** Returns whether a step neither reports a failure nor changes what follows. */
function isQuiet(step: Activity): boolean {
  if (step.type !== 'LogMessage') return step.type === 'WriteLine' || step.type === 'Delay';
  const level = propertyOf(step, 'Level');
  return level === undefined || LOW_LEVEL.test(literalOf(level) ?? '');
}

export const rule = defineRule('UIP-REL-002', {
  level: 'activity',
  roles: ['catch'],
  *check(activity, { workflow }) {
    const type = propertyOf(activity, 'TypeArguments')?.text ?? 'System.Exception';
    if (type !== 'System.Exception') return;
    const steps = [...stepsIn(workflow, activity)];
    // Without any step it is an empty catch, which UIP-REL-001 reports.
    if (steps.length === 0 || !steps.every(isQuiet)) return;
    const outer = parentOf(workflow, activity);
    const what = `"${outer?.name ?? activity.name}" catches every exception, and "${steps[0]!.name}" is all that happens then.`;
    const problem = { at: activity, subject: type };
    const mild = outer && mildnessOf(workflow, outer, activity);
    if (mild === undefined) yield { ...problem, message: what };
    else yield { ...problem, severity: 'low', message: `${what} ${mild.reason}` };
  },
});
