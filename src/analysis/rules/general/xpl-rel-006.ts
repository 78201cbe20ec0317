/** A failure handler in which a step can fail before the outcome is recorded. */
import { endangeredRecords, mayEndanger, OUTCOME_STEPS } from '../../patterns/recorded-outcome.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { defineRule } from '../define-rule.ts';

// Calls of other workflows are left out: they may handle their errors themselves.
export const rule = defineRule('XPL-REL-006', {
  level: 'workflow',
  // A single action behind a failure is often an alternative, as "create" behind "update".
  roles: ['catch'],
  *check(workflow) {
    const steps = OUTCOME_STEPS[workflow.platform];
    if (steps === undefined || !mayEndanger(workflow, steps)) return;
    for (const { step, record } of endangeredRecords(workflow, flowOf(workflow), steps))
      yield {
        at: step,
        message: `If "${step.name}" fails while an error is handled, "${record.name}" does not run, and the outcome is not recorded.`,
      };
  },
});
