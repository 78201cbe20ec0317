/** A retry that never retries, or that repeats what must not happen twice. */
import { childrenOf, literalOf, parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { businessThrow, repeated, soleStep, swallows } from '../../patterns/uipath/retried-steps.ts';
import { defineRule } from '../define-rule.ts';

const isSlot =
  (slot: string) =>
  (child: Activity): boolean =>
    child.slot === slot && child.enabled;

export const rule = defineRule('UIP-REL-012', {
  level: 'activity',
  roles: ['retry'],
  *check(activity, { workflow, options }) {
    const parts = childrenOf(workflow, activity);
    const body = parts.find(isSlot('ActivityBody'));
    const hasCondition = parts.some(isSlot('Condition'));
    const retries = propertyOf(activity, 'NumberOfRetries');
    const count = Number(literalOf(retries) ?? retries?.text ?? 'x');
    if (retries !== undefined && count <= 0)
      yield {
        at: retries,
        subject: retries.name,
        message: `"${activity.name}" never retries: its number of retries is ${count}.`,
      };
    if (retries !== undefined && count > options.maxRetries)
      yield {
        at: retries,
        subject: retries.name,
        severity: 'low',
        message: `"${activity.name}" retries up to ${count} times.`,
        measure: { option: 'maxRetries', value: count },
      };
    const sole = body === undefined ? undefined : soleStep(workflow, body);
    if (!hasCondition && sole?.role === 'try' && swallows(workflow, sole))
      yield {
        at: activity,
        subject: 'body',
        message: `"${activity.name}" never retries: "${sole.name}" in it catches every exception, and there is no condition.`,
      };
    const business = businessThrow(workflow, activity);
    if (business !== undefined)
      yield {
        at: business,
        subject: 'business',
        message: `"${activity.name}" retries the business exception of "${business.name}", which is the same each time.`,
      };
    const again = repeated(workflow, activity, hasCondition);
    if (again !== undefined)
      yield {
        at: again,
        subject: 'repeated',
        message: `"${again.name}" happens again each time that "${activity.name}" retries because of a later step.`,
      };
    const outer = parentOf(workflow, activity);
    if (
      outer?.role === 'retry' ||
      (outer?.type === 'Sequence' && parentOf(workflow, outer)?.role === 'retry')
    )
      yield {
        at: activity,
        subject: 'nested',
        severity: 'low',
        message: `"${activity.name}" stands in another retry: their numbers of retries multiply.`,
      };
  },
});
