/** A catch that does nothing with the exception. */
import { parentOf, propertyOf } from '../../model/navigate.ts';
import { mildnessOf } from '../../patterns/uipath/catches/swallow-weight.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-001', {
  level: 'activity',
  roles: ['catch'],
  *check(activity, { workflow }) {
    if (stepsIn(workflow, activity).next().done !== true) return;
    const type = propertyOf(activity, 'TypeArguments')?.text ?? 'every exception';
    const outer = parentOf(workflow, activity);
    const what = `"${outer?.name ?? activity.name}" catches ${type} and does nothing with it.`;
    const problem = { at: activity, subject: type };
    const mild = outer && mildnessOf(workflow, outer, activity);
    if (mild === undefined) yield { ...problem, message: what };
    else yield { ...problem, severity: mild.severity, message: `${what} ${mild.reason}` };
  },
});
