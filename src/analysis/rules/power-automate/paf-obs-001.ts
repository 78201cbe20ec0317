/** A branch for failures that neither notifies a person nor keeps a record. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { effectOf } from '../../patterns/power-automate/flow-operation.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { failureBranches } from '../../patterns/power-automate/steps/failure-branches.ts';
import { defineRule } from '../define-rule.ts';

const REPORTING: ReadonlySet<Activity['role']> = new Set([
  'email',
  'message',
  'approval',
  'http',
  'respond',
  'invoke',
  'queue',
  'log',
  'script',
]);

/** Returns whether a step reports the failure: to a person, to another system, to the caller or as a failed run. */
function reports(step: Activity): boolean {
  if (step.role === 'terminate')
    return literalOf(propertyOf(step, 'inputs.runStatus'))?.toLowerCase() !== 'succeeded';
  return REPORTING.has(step.role) || (effectOf(step) ?? 'read') !== 'read';
}

/** Returns whether the branch sets a variable that the flow reads, as a sign for later steps. */
function setsSign(workflow: Workflow, steps: readonly Activity[]): boolean {
  const read = new Set(workflow.mentions.keys);
  return writesOf(workflow).some(({ activity, key }) => read.has(key) && steps.includes(activity));
}

export const rule = defineRule('PAF-OBS-001', {
  level: 'workflow',
  wants: 'transitions',
  *check(workflow) {
    for (const { first, guarded, steps } of failureBranches(workflow)) {
      if (!isLive(first) || steps.some(reports) || setsSign(workflow, steps)) continue;
      yield {
        at: first,
        subject: 'branch',
        message: `"${first.name}" runs when "${guarded}" has failed, and does not report the failure.`,
      };
    }
  },
});
