/** Progress of Blue Prism retries: stages that make one attempt differ from the attempt before. */
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { walk } from '../../semantics/visit.ts';
import { stepLimit } from '../work-limit.ts';
import type { ProcessFlow } from './process-flow.ts';

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

/** Returns a predicate for stages that make no progress: neither they nor the pages that they call may end the loop. */
export function repeatsBlindly(workflow: Workflow, flow: ProcessFlow): (activity: Activity) => boolean {
  const ending = workflow.activities.filter(mayEndTheRounds);
  const stages = new Set(ending.map(({ index }) => index));
  const pages = new Set(ending.map(({ index }) => flow.pages[index]!));
  return ({ index }) =>
    !stages.has(index) && !flow.entriesOf(index).some((entry) => pages.has(flow.pages[entry]!));
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
export function walker(workflow: Workflow, flow: ProcessFlow, looksMax: number): StageWalk {
  const spend = stepLimit(looksMax);
  return (from, pass) => {
    const reached = new Set<number>(from.filter((index) => pass(workflow.activities[index]!)));
    for (const index of reached) {
      for (const to of flow.next(index)) {
        spend();
        if (pass(workflow.activities[to]!)) reached.add(to);
      }
    }
    return reached;
  };
}
