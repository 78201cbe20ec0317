/** A flow that handles a failure and then ends as if it had succeeded. */
import { isLive } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { endsAsFailure } from '../../patterns/power-automate/steps/ended-runs.ts';
import { failureBranches } from '../../patterns/power-automate/steps/failure-branches.ts';
import { defineRule } from '../define-rule.ts';

const reports = ({ role }: Activity): boolean => role === 'email' || role === 'message';

/** Returns whether a step shows the failure: it ends the run as failed, or answers the caller. */
const showsFailure = (step: Activity): boolean => step.role === 'respond' || endsAsFailure(step);

// Only branches that report an error: one that repairs it by another way has succeeded, and one without a report is
// PAF-OBS-001.
export const rule = defineRule('PAF-REL-002', {
  level: 'workflow',
  roles: ['email', 'message'],
  *check(workflow) {
    for (const { first, guarded, steps } of failureBranches(workflow)) {
      if (!isLive(first) || !steps.some(reports) || steps.some(showsFailure)) continue;
      yield {
        at: first,
        subject: 'outcome',
        message: `When "${guarded}" has failed, "${first.name}" reports it, and the run ends as succeeded.`,
      };
    }
  },
});
