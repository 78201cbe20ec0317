/** A notification about an error that does not say which run failed. */
import { ancestorsOf, isLive } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { failureSteps } from '../../patterns/power-automate/steps/failure-branches.ts';
import { defineRule } from '../define-rule.ts';

const CONTEXT = /\bworkflow\s?\(|\bresult\s?\(|\bactions\s?\(|\/runs\//i;

const hasContext = ({ properties }: Activity): boolean => properties.some(({ text }) => CONTEXT.test(text));

export const rule = defineRule('PAF-OBS-002', {
  level: 'workflow',
  roles: ['email', 'message'],
  *check(workflow) {
    const failures = failureSteps(workflow);
    if (failures.size === 0) return;
    for (const activity of workflow.activities) {
      const { role } = activity;
      if ((role !== 'email' && role !== 'message') || !isLive(activity) || hasContext(activity)) continue;
      const isAfter =
        failures.has(activity.index) ||
        [...ancestorsOf(workflow, activity)].some(({ index }) => failures.has(index));
      if (!isAfter) continue;
      // A text that is composed elsewhere may have the context.
      if (activity.properties.some(({ text }) => /\boutputs\s?\(|\bvariables\s?\(|\bbody\s?\(/i.test(text)))
        continue;
      yield { at: activity, message: `"${activity.name}" does not say which run failed.` };
    }
  },
});
