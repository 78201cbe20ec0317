/** Steps in a retry that keep it from retrying, or that must not happen twice. */
import { childrenOf, descendantsOf, enclosing, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stepsIn } from './steps-in.ts';

const EVERY = /^(?:System\.)?(?:System)?Exception$/;
/** Steps whose effect a second try has again. */
const ONCE =
  /^(?:AddQueueItem|AddTransactionItem|AppendLine|SendMail\w{0,20}|SmtpSendMail|SendOutlookMail|SendExchangeMail|StartJob|RunJob|BulkAddQueueItems)$/;

/** Returns whether a Try hides every failure: one of its handlers takes all exceptions, and no handler of that ends with an exception. */
export function swallows(workflow: Workflow, attempt: Activity): boolean {
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
export function soleStep(workflow: Workflow, body: Activity): Activity | undefined {
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
export function businessThrow(workflow: Workflow, scope: Activity): Activity | undefined {
  for (const step of stepsIn(workflow, scope)) {
    if (step.type !== 'Throw' || !/BusinessRuleException/.test(propertyOf(step, 'Exception')?.text ?? ''))
      continue;
    if (enclosing(workflow, step, 'try', 'retry') === scope) return step;
  }
  return undefined;
}

/** Returns a step whose effect happens again when a later one fails. */
export function repeated(workflow: Workflow, scope: Activity, hasCondition: boolean): Activity | undefined {
  const steps = [...stepsIn(workflow, scope)].filter(
    ({ role }) => role !== 'log' && role !== 'assign' && role !== 'delay',
  );
  const at = steps.findIndex(({ type }) => ONCE.test(type));
  const last = steps.findLastIndex((step) => step.slot !== 'Condition');
  return at !== -1 && (hasCondition || at < last) ? steps[at] : undefined;
}
