/** A flow whose caller waits for an answer that is missing or late. */
import { descendantsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { missingAnswer } from '../../patterns/power-automate/flow-answers.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import { isCalledByApp, isChildFlow, triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { within } from '../../patterns/work-limit.ts';
import { flowOrder } from '../../semantics/flow/order.ts';
import { defineRule } from '../define-rule.ts';

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_592_000],
]);

/** Responses of one flow that are compared with slow actions. */
const RESPONSES_MAX = 100;

/** Returns the seconds of a Delay; Infinity when it waits for a date. */
function delayOf(activity: Activity): number {
  const count = Number(literalOf(propertyOf(activity, 'inputs.interval.count')) ?? Number.NaN);
  const unit = literalOf(propertyOf(activity, 'inputs.interval.unit'))?.toLowerCase() ?? '';
  if (propertyOf(activity, 'inputs.until.timestamp') !== undefined) return Number.POSITIVE_INFINITY;
  // A computed value is not judged.
  return Number.isNaN(count) ? 0 : count * (SECONDS.get(unit) ?? 0);
}

/** Returns the seconds in a duration such as `PT1H30M`; Infinity when it has days or is not one. */
function durationOf(text: string | undefined): number {
  const parts = /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?$/i.exec(text ?? '');
  if (parts === null) return Number.POSITIVE_INFINITY;
  return Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0);
}

/** Returns the reason why an action may take longer than the caller waits; undefined when there is none. */
function slowness(workflow: Workflow, activity: Activity, maxSeconds: number): string | undefined {
  if (activity.role === 'approval' && /wait|options|approvalemail/.test(operationName(activity)))
    return 'waits for a person';
  if (activity.type === 'Wait' && delayOf(activity) > maxSeconds) return 'waits';
  if (activity.type !== 'Until') return undefined;
  // A loop without a Delay counts something; one with it polls.
  const polls = [...descendantsOf(workflow, activity)].some(({ type }) => type === 'Wait');
  const limit = durationOf(literalOf(propertyOf(activity, 'limit.timeout')));
  return polls && limit > maxSeconds ? 'repeats until something has happened' : undefined;
}

// Only successful paths are checked: when an action fails, the platform reports the failure to the caller.
export const rule = defineRule('PAF-REL-012', {
  level: 'workflow',
  roles: ['respond'],
  words: ['response'],
  *check(workflow, { options }) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined) return;
    if (!isChildFlow(workflow, trigger) && !isCalledByApp(trigger)) return;
    const responses = workflow.activities.filter(
      (activity) => activity.role === 'respond' && isLive(activity),
    );
    if (responses.length === 0) return;
    const first = within(responses, RESPONSES_MAX);
    const missing = missingAnswer(workflow);
    if (missing !== undefined) {
      const place = workflow.activities[missing];
      const where = place === undefined ? '' : ` on some paths through "${place.name}"`;
      const message = `The flow ends without a response to its caller${where}.`;
      yield { at: place ?? responses[0]!, subject: 'response', message };
    }
    const order = flowOrder(workflow);
    for (const activity of workflow.activities) {
      const why = isLive(activity) ? slowness(workflow, activity, options.maxSeconds) : undefined;
      if (why === undefined || first.some((response) => order.mayHaveRun(response, activity))) continue;
      const late = first.find((response) => order.mayHaveRun(activity, response));
      if (late === undefined) continue;
      const message = `"${late.name}" may come too late, because "${activity.name}" before it ${why}.`;
      yield { at: activity, subject: 'late', message };
    }
  },
});
