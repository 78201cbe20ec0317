/** A retry that never retries, or that repeats what must not happen twice. */
import {
  ancestorsOf,
  childrenOf,
  descendantsOf,
  literalOf,
  parentOf,
  propertyOf,
} from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';
import { defineRule } from '../define-rule.ts';

const EVERY = /^(?:System\.)?(?:System)?Exception$/;
/** Steps whose effect a second try has again. */
const ONCE =
  /^(?:AddQueueItem|AddTransactionItem|AppendLine|SendMail\w{0,20}|SmtpSendMail|SendOutlookMail|SendExchangeMail|StartJob|RunJob|BulkAddQueueItems)$/;

const isSlot =
  (slot: string) =>
  (child: Activity): boolean =>
    child.slot === slot && child.enabled;

/** Returns whether a Try hides every failure: one of its handlers takes all exceptions, and no handler of that ends with an exception. */
function swallows(workflow: Workflow, attempt: Activity): boolean {
  const all = childrenOf(workflow, attempt).find(
    (child) => child.role === 'catch' && EVERY.test(propertyOf(child, 'TypeArguments')?.text ?? ''),
  );
  return (
    all !== undefined &&
    ![...descendantsOf(workflow, all)].some(
      ({ role, enabled }) => enabled && (role === 'throw' || role === 'terminate' || role === 'invoke'),
    )
  );
}

/** Returns the only step in a body: through sequences that hold one. */
function soleStep(workflow: Workflow, body: Activity): Activity | undefined {
  let at = body;
  while (at.type === 'Sequence') {
    const inside = childrenOf(workflow, at).filter(
      ({ enabled, role }) => enabled && role !== 'comment' && role !== 'log',
    );
    if (inside.length !== 1) return undefined;
    at = inside[0]!;
  }
  return at;
}

/** Returns a step that throws an exception of the business out of the scope. */
function businessThrow(workflow: Workflow, scope: Activity): Activity | undefined {
  for (const step of stepsIn(workflow, scope)) {
    if (step.type !== 'Throw' || !/BusinessRuleException/.test(propertyOf(step, 'Exception')?.text ?? ''))
      continue;
    let isCaught = false;
    for (const up of ancestorsOf(workflow, step)) {
      if (up === scope) break;
      isCaught ||= up.role === 'try' || up.role === 'retry';
    }
    if (!isCaught) return step;
  }
  return undefined;
}

/** Returns a step whose effect happens again when a later one fails. */
function repeated(workflow: Workflow, scope: Activity, hasCondition: boolean): Activity | undefined {
  const steps = [...stepsIn(workflow, scope)].filter(
    ({ role }) => role !== 'log' && role !== 'assign' && role !== 'delay',
  );
  const at = steps.findIndex(({ type }) => ONCE.test(type));
  const last = steps.findLastIndex((step) => step.slot !== 'Condition');
  return at !== -1 && (hasCondition || at < last) ? steps[at] : undefined;
}

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
