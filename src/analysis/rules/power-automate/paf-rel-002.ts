/** A flow that handles a failure and then ends as if it had succeeded. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { endsAsFailure } from '../../patterns/power-automate/steps/ended-runs.ts';
import { failureBranches } from '../../patterns/power-automate/steps/failure-branches.ts';
import { defineRule } from '../define-rule.ts';

const reports = ({ role }: Activity): boolean => role === 'email' || role === 'message';

/** Words of a body that reports the failure to the caller, at any status. */
const REPORTS_FAILURE = /error|fail|exception|unsuccess|\bfalse\b|@\{?(?:outputs|actions|result)\(/i;

/** Returns whether a response has a status of success, and a body that says nothing of a failure. */
function answersSuccess(step: Activity): boolean {
  if (step.role !== 'respond' || step.type !== 'Response') return false;
  const status = Number(literalOf(propertyOf(step, 'inputs.statusCode')) ?? Number.NaN);
  const isBody = ({ name }: Property): boolean => name.startsWith('inputs.body');
  return (
    status >= 200 &&
    status < 400 &&
    !step.properties.some(
      (property) => isBody(property) && REPORTS_FAILURE.test(`${property.name} ${property.text}`),
    )
  );
}

/** Returns whether a step shows the failure: it ends the run as failed, or answers the caller. */
const showsFailure = (step: Activity): boolean =>
  (step.role === 'respond' && !answersSuccess(step)) || endsAsFailure(step);

// Only branches that report an error: one that repairs it by another way has succeeded, and one without a report is
// PAF-OBS-001.
export const rule = defineRule('PAF-REL-002', {
  level: 'workflow',
  roles: ['email', 'message', 'respond'],
  *check(workflow) {
    for (const { first, guarded, steps } of failureBranches(workflow)) {
      if (!isLive(first) || steps.some(showsFailure)) continue;
      const answer = steps.find(answersSuccess);
      if (answer !== undefined)
        yield {
          at: first,
          subject: 'outcome',
          message: `When "${guarded}" has failed, "${answer.name}" answers the caller with success.`,
        };
      else if (steps.some(reports))
        yield {
          at: first,
          subject: 'outcome',
          message: `When "${guarded}" has failed, "${first.name}" reports it, and the run ends as succeeded.`,
        };
    }
  },
});
