/** A catch that writes at most a log line: of every exception, and of any that hides the failure of a queue item. */
import { childrenOf, literalOf, parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { isMinor } from '../../patterns/uipath/catches/clean-up.ts';
import { mildnessOf } from '../../patterns/uipath/catches/swallow-weight.ts';
import { LOSS, ownLoss } from '../../patterns/uipath/loss.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';
import { isUnitOfWork } from '../../patterns/uipath/transactions/unit-of-work.ts';
import { defineRule } from '../define-rule.ts';

/** Levels that production does not keep, or where lines about failures drown. */
const LOW_LEVEL = /^(?:trace|verbose|info)$/i;
/** The exceptions that end a queue item as failed. */
const FAILS_ITEM = /(?:^|\.)(?:System\.Exception|Exception|BusinessRuleException)$/;

/** Returns whether a Try has a step that does something for the item. */
function doesWork(workflow: Workflow, attempt: Activity): boolean {
  for (const child of childrenOf(workflow, attempt))
    if (child.slot === 'Try')
      for (const step of [child, ...stepsIn(workflow, child)])
        if (step.enabled && ownLoss(step) !== LOSS.nothing) return true;
  return false;
}

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
    const steps = [...stepsIn(workflow, activity)];
    // Without any step it is an empty catch, which UIP-REL-001 reports.
    if (steps.length === 0) return;
    const attempt = parentOf(workflow, activity) ?? activity;
    const problem = { at: activity, subject: type };
    const forgets = FAILS_ITEM.test(type) && isUnitOfWork(workflow, activity) && steps.every(isMinor);
    if (forgets && doesWork(workflow, attempt)) {
      const message = `"${attempt.name}" catches the failure of a queue item, and "${steps[0]!.name}" is all that happens then: the item can end as successful.`;
      yield { ...problem, message };
    } else if (type === 'System.Exception' && steps.every(isQuiet)) {
      const message = `"${attempt.name}" catches every exception, and "${steps[0]!.name}" is all that happens then.`;
      const mild = mildnessOf(workflow, attempt, activity);
      if (mild === undefined) yield { ...problem, message };
      else yield { ...problem, severity: 'low', message: `${message} ${mild.reason}` };
    }
  },
});
