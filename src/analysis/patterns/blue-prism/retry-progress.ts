/** What makes one round of a Blue Prism retry differ from the round before it. */
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { stepLimit } from '../work-limit.ts';
import type { ProcessFlow } from './process-flow.ts';

/** Roles that decide, count, or go on to the next item. */
const PROGRESS = new Set<Activity['role']>(['branch', 'loop', 'queue', 'throw', 'script', 'terminate']);

function addsSomething(expression: Expression): boolean {
  // A look first: most expressions are a text or one data item.
  if (!/[+-]/.test(expression.text)) return false;
  return expression.tokens.some(({ kind, text }) => kind === 'operator' && (text === '+' || text === '-'));
}

/** Whether a stage may see to it that the rounds end. A Calculation does when it adds something. */
function mayEndTheRounds(activity: Activity): boolean {
  if (PROGRESS.has(activity.role) || activity.type === 'LoopEnd' || activity.type === 'Process') return true;
  return (
    activity.role === 'assign' &&
    activity.properties.some(({ expression }) => expression !== undefined && addsSomething(expression))
  );
}

/** Answers whether a stage makes no difference: neither it nor the page that it calls may end the rounds. */
export function repeatsBlindly(workflow: Workflow, flow: ProcessFlow): (activity: Activity) => boolean {
  const ending = workflow.activities.filter(mayEndTheRounds);
  const stages = new Set(ending.map(({ index }) => index));
  const pages = new Set(ending.map(({ index }) => flow.pages[index]!));
  return ({ index }) =>
    !stages.has(index) && !flow.entriesOf(index).some((entry) => pages.has(flow.pages[entry]!));
}

/** The stages from some on that `pass` lets through. */
export type Walk = (from: readonly number[], pass: (activity: Activity) => boolean) => ReadonlySet<number>;

/** Walks along the links of pages. A walk throws a RangeError when all together look at more links than `looksMax`. */
export function walker(workflow: Workflow, flow: ProcessFlow, looksMax: number): Walk {
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
