/** Finds error handlers that report success. */
import { enclosing, isLive, literalOf } from '../../model/navigate.ts';
import type { Activity, Value, Workflow } from '../../model/workflow.ts';
import { takesAllErrors } from '../../patterns/all-errors.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { alwaysPasses } from '../../semantics/flow/search.ts';
import { wordsOf } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

const SUCCESS: ReadonlySet<string> = new Set(['success', 'successful', 'successfully', 'succeeded', 'ok']);
const OUTCOME: ReadonlySet<string> = new Set(['status', 'result', 'outcome', 'success']);
/** Words that turn the meaning of a name round: `NoSuccess`, `SuccessOrError`. */
const OTHERWISE: ReadonlySet<string> = new Set([
  'not',
  'no',
  'non',
  'un',
  'error',
  'fail',
  'failed',
  'failure',
]);
const SUCCEEDED = /^(?:success(?:ful(?:ly)?)?|succeeded|ok)$/i;

/** Returns the name that an activity writes, and what stands for it in the file. */
const targetOf = ({ properties }: Activity): string | undefined =>
  properties.find(({ direction }) => direction === 'out')?.expression?.text;

/** Returns the constant that a value is, in lower case. */
function constantOf(value: Value): string | undefined {
  if (constantCondition(value) === true) return 'true';
  return literalOf(value)?.trim().toLowerCase();
}

/** Returns the success that an assignment reports: `true` for a flag, a word for a status. */
function reported({ properties }: Activity, target: string): string | undefined {
  const words = wordsOf(target);
  if (words.some((word) => OTHERWISE.has(word))) return undefined;
  const isFlag = words.some((word) => SUCCESS.has(word));
  const isOutcome = words.some((word) => OUTCOME.has(word));
  for (const property of properties) {
    if (property.direction === 'out') continue;
    const constant = constantOf(property);
    if (constant === undefined) continue;
    if ((isFlag && constant === 'true') || (isOutcome && SUCCEEDED.test(constant))) return constant;
  }
  return undefined;
}

/** Returns whether the handler ends with what an assignment in it has set. */
function staysSet(workflow: Workflow, handler: Activity, set: Activity, target: string): boolean {
  const graph = flowOf(workflow);
  const setsAgain = (node: number): boolean => {
    const activity = workflow.activities[node];
    return activity?.role === 'assign' && targetOf(activity)?.toLowerCase() === target.toLowerCase();
  };
  return !alwaysPasses(graph, [set.index, graph.exitOf(handler.index)], setsAgain, FORWARD);
}

export const rule = defineRule('XPL-REL-009', {
  level: 'activity',
  roles: ['assign'],
  *check(activity, { workflow }) {
    const handler = enclosing(workflow, activity, 'catch');
    // A handler of an expected error may well end in success.
    if (handler === undefined || !takesAllErrors(handler) || !isLive(activity)) return;
    const target = targetOf(activity);
    const value = target === undefined ? undefined : reported(activity, target);
    if (target === undefined || value === undefined) return;
    if (!staysSet(workflow, handler, activity, target)) return;
    const at = activity.properties.find((property) => constantOf(property) === value) ?? activity;
    yield {
      at,
      subject: 'success',
      group: target.toLowerCase(),
      message: `"${activity.name}" sets "${target}" to "${value}" although an error is being handled.`,
    };
  },
});
