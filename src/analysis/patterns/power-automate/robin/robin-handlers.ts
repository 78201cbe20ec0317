/** Error handlers of desktop flows that are empty on purpose. */
import { descendantsOf } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { pagesOf } from '../../../semantics/flow/pages.ts';

/** Conditions and waits: their failure or timeout is an expected result, which the following statements check. */
const QUESTIONS: ReadonlySet<string> = new Set(['If', 'LoopWhile', 'Wait']);
/** Cleanup actions: a closed thing cannot be closed again. */
const TIDIES_UP = /^\w+\.(?:close|terminate|delete|empty|detach|quit)/i;

/** Statements around the handlers of one workflow, prepared once. */
export interface HandlerContext {
  /** Returns whether the same subflow reads the last error somewhere behind the activity. */
  readsErrorLater(activity: Activity): boolean;
  /** Returns the next statement of the same list. */
  nextOf(activity: Activity): Activity | undefined;
}

/** Prepares the context of a workflow's handlers. */
export function handlerContextOf(workflow: Workflow): HandlerContext {
  const pages = pagesOf(workflow);
  const lastQuestion = new Map<number, number>();
  const next = new Map<number, Activity>();
  const before = new Map<string, number>();
  for (const activity of workflow.activities) {
    const { type, index, parent, slot } = activity;
    if (type === 'GetLastError') lastQuestion.set(pages[index]!, index);
    // A handler stands inside the action that it guards, and is no next statement.
    const list = `${parent} ${slot}`;
    const previous = before.get(list);
    if (previous !== undefined) next.set(previous, activity);
    before.set(list, index);
  }
  return {
    readsErrorLater: ({ index }) => (lastQuestion.get(pages[index]!) ?? -1) > index,
    nextOf: ({ index }) => next.get(index),
  };
}

/**
 * Returns whether a condition queries the machine, as `IF (System.IfProcess.ProcessIsRunning …)`, and not a variable.
 */
function readsMachine({ type, properties }: Activity): boolean {
  return (
    QUESTIONS.has(type) && properties.some(({ name, expression }) => name === 'Condition' && !expression)
  );
}

/** Returns whether a block only closes and ends things, with conditions and waits around that. */
function onlyTidiesUp(workflow: Workflow, block: Activity): boolean {
  let tidies = false;
  for (const { type, role } of descendantsOf(workflow, block)) {
    if (!type.includes('.') || role === 'other') continue;
    if (!TIDIES_UP.test(type)) return false;
    tidies = true;
  }
  return tidies;
}

/** Returns whether the next statement reads the error, or the output of the failed action. */
function isLookedAt(action: Activity, next: Activity | undefined): boolean {
  if (next === undefined) return false;
  if (next.type === 'GetLastError') return true;
  if (readsMachine(next)) return true;
  const written = action.properties.flatMap(({ direction, expression }) =>
    direction === 'out' ? (expression?.mentions ?? []) : [],
  );
  if (next.role !== 'branch' && next.role !== 'loop') return false;
  return next.properties.some(({ expression }) => expression?.mentions.some((key) => written.includes(key)));
}

/** Returns whether an empty handler is intended: the failure is expected, retried, or checked later. */
export function isMeantEmpty(
  workflow: Workflow,
  handler: Activity,
  guarded: Activity,
  around: HandlerContext,
): boolean {
  const next = around.nextOf(guarded);
  if (guarded.type === 'Block') {
    if (around.readsErrorLater(guarded) || onlyTidiesUp(workflow, guarded)) return true;
    return next !== undefined && readsMachine(next);
  }
  // `ON ERROR FileNotFoundError` names the one expected error.
  if (handler.properties.some(({ name }) => name === 'Error')) return true;
  if (QUESTIONS.has(guarded.type) || TIDIES_UP.test(guarded.type)) return true;
  if (guarded.properties.some(({ name }) => name === 'OnError.Repeat')) return true;
  return isLookedAt(guarded, next);
}
