/** A catch that does nothing with the exception. */
import { parentOf, propertyOf } from '../../model/navigate.ts';
import { isCleanUp } from '../../patterns/uipath/clean-up.ts';
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
    if (outer !== undefined && isCleanUp(workflow, outer))
      yield { ...problem, severity: 'low', message: `${what} It holds only clean-up, pictures or logs.` };
    else yield { ...problem, message: what };
  },
});
