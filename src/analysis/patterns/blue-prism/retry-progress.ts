/** Progress of Blue Prism retries: stages that make one attempt differ from the attempt before. */
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { calledPagesOf, pagesOf } from '../../semantics/flow/pages.ts';
import { reachedFrom } from '../../semantics/flow/search.ts';
import { walk } from '../../semantics/visit.ts';
import { stepLimit } from '../work-limit.ts';

/** Roles that decide, count, or go on to the next item. */
const PROGRESS = new Set<Activity['role']>(['branch', 'loop', 'queue', 'throw', 'script', 'terminate']);

function addsSomething(expression: Expression): boolean {
  // Cheap check first: most expressions are a text or one data item.
  if (!/[+-]/.test(expression.text)) return false;
  for (const node of walk(expression.tree))
    if ((node.kind === 'binary' || node.kind === 'unary') && /^[+-]$/.test(node.operator)) return true;
  return false;
}

/** Returns whether a stage may end the loop. A Calculation does when it adds something. */
function mayEndTheRounds(activity: Activity): boolean {
  if (PROGRESS.has(activity.role) || activity.type === 'LoopEnd' || activity.type === 'Process') return true;
  return (
    activity.role === 'assign' &&
    activity.properties.some(({ expression }) => expression !== undefined && addsSomething(expression))
  );
}

/**
 * Returns a predicate for stages that make no progress: neither they nor the pages that they call may end the loop.
 * @param isHarmless whether a stage makes no progress although its kind may
 */
export function repeatsBlindly(
  workflow: Workflow,
  isHarmless: (activity: Activity) => boolean = () => false,
): (activity: Activity) => boolean {
  const ending = workflow.activities.filter((activity) => mayEndTheRounds(activity) && !isHarmless(activity));
  const called = calledPagesOf(workflow);
  const stages = new Set(ending.map(({ index }) => index));
  const pages = new Set(ending.map(({ index }) => pagesOf(workflow)[index]!));
  return ({ index }) => !stages.has(index) && !pages.has(called.get(index) ?? -1);
}

/** Walk from some stages along the links through the stages that `pass` lets through. */
export type StageWalk = (
  from: readonly number[],
  pass: (activity: Activity) => boolean,
) => ReadonlySet<number>;

/**
 * Creates a walk along the links of pages. It throws a RangeError when all walks together visit more links than
 * `looksMax`.
 */
export function walker(workflow: Workflow, looksMax: number): StageWalk {
  const graph = flowOf(workflow);
  const spend = stepLimit(looksMax);
  return (from, pass) => {
    const through = (node: number): boolean =>
      node >= graph.activityCount || pass(workflow.activities[node]!);
    return reachedFrom(graph, from, { kinds: FORWARD, through, spend });
  };
}
