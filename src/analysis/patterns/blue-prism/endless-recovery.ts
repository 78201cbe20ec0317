/** Recoveries without end: they repeat the same steps, or what they resume with fails into them. */
import { parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';
import { reachedFrom } from '../../semantics/flow/search.ts';
import { walk as nodesOf } from '../../semantics/visit.ts';
import { within } from '../work-limit.ts';
import { actionsNamed } from './action-calls.ts';
import { itemName } from './data-items.ts';
import { repeatsBlindly, walker } from './retry-progress.ts';
import { stagesOf } from './stages.ts';

/** Actions that take an item, and that mark what became of it. */
const TAKES = /^get next (?:item|case)\b/i;
const MARKS = /^mark (?:item )?(?:as )?(?:complete|exception)/i;

/** Stages that can fail because of something outside the process. */
const RISKY = new Set(['Action', 'Navigate', 'Read', 'Write', 'Code', 'SubSheet', 'Process', 'WaitStart']);
/** Stages visited in one workflow: thousands of Recover stages before one long path would take too long. */
const LOOKS_MAX = 5_000_000;
/** Recover stages of one workflow; no person draws more. */
const RECOVERS_MAX = 1_000;

/** Returns a predicate for the stages whose exceptions a Recover stage handles: those of its block, or of its page. */
function coveredBy(workflow: Workflow, recover: Activity): (index: number) => boolean {
  const { activities } = workflow;
  const block = parentOf(workflow, recover);
  if (block?.type === 'Block') return (index) => activities[index]!.parent === block.index;
  const pages = pagesOf(workflow);
  // A block with a recovery of its own keeps its exceptions.
  const handled = new Set(stagesOf(workflow, 'Recover').map(({ parent }) => parent));
  return (index) => {
    const { parent } = activities[index]!;
    const isInside = activities[parent]?.type === 'Block' && handled.has(parent);
    return pages[index] === pages[recover.index] && !isInside;
  };
}

/** Returns whether a branch tests an outcome: it compares no amounts and calls no function, such as one for the time. */
function testsOutcome({ role, properties }: Activity): boolean {
  if (role !== 'branch') return false;
  for (const { expression } of properties)
    for (const node of expression === undefined ? [] : nodesOf(expression.tree))
      if (node.kind === 'call' || (node.kind === 'binary' && /[<>]=?$/.test(node.operator))) return false;
  return true;
}

/** Returns whether a stage marks what became of a queue item. */
function marksItem(stage: Activity): boolean {
  return stage.role === 'queue' && MARKS.test(propertyOf(stage, 'resource.action')?.text ?? '');
}

const ITEM_ID = { inputs: 'inputs.item id', outputs: 'outputs.item id' };

/** Returns the data item with the ID of the queue item that an action takes or marks. */
function queueItemOf({ properties }: Activity, side: keyof typeof ITEM_ID): string | undefined {
  const setting = properties.find(({ name }) => name.toLowerCase() === ITEM_ID[side]);
  return itemName(setting?.expression?.tree)?.toLowerCase();
}

/** Returns whether a data item has an initial value, or gets one without a queue item. */
function isSetElsewhere(workflow: Workflow, item: string, takers: readonly Activity[]): boolean {
  const taking = new Set(takers.map(({ index }) => index));
  return (
    workflow.variables.some(
      ({ key, default: value, modifiers }) =>
        key === item &&
        (value !== undefined || modifiers?.some((word) => word.startsWith('exposure:')) === true),
    ) ||
    workflow.activities.some(
      ({ index, properties }) =>
        !taking.has(index) &&
        properties.some(
          ({ direction, expression }) => direction === 'out' && expression?.mentions.includes(item),
        ),
    )
  );
}

/** Stage that fails before any queue item is taken, and the mark that then fails in the recovery's own reach. */
interface MarkWithoutItem {
  readonly failing: Activity;
  readonly mark: Activity;
}

/**
 * Finds a mark of a queue item that a recovery resumes with although no item has been taken: Work Queues rejects an
 * empty ID, and the exception comes back to the same recovery.
 * @param resumed what the recovery leads to without a decision
 * @param risky stages that can fail
 */
function markWithoutItem(
  workflow: Workflow,
  resumed: ReadonlySet<number>,
  risky: readonly number[],
  isCovered: (index: number) => boolean,
): MarkWithoutItem | undefined {
  const { activities } = workflow;
  const mark = stagesOf(workflow, 'Action').find(
    (stage) => resumed.has(stage.index) && isCovered(stage.index) && marksItem(stage),
  );
  const item = mark && queueItemOf(mark, 'inputs');
  if (mark === undefined || item === undefined) return undefined;
  const takers = actionsNamed(workflow, TAKES).filter((taker) => queueItemOf(taker, 'outputs') === item);
  if (takers.length === 0 || isSetElsewhere(workflow, item, takers)) return undefined;
  const page = pagesOf(workflow);
  const starts = stagesOf(workflow, 'Start').filter(({ index }) => page[index] === page[mark.index]);
  const taking = new Set(takers.map(({ index }) => index));
  const before = reachedFrom(
    flowOf(workflow),
    starts.map(({ index }) => index),
    { kinds: FORWARD, through: (node) => !taking.has(node) && !resumed.has(node) },
  );
  const failing = risky.find((index) => before.has(index) && isCovered(index));
  return failing === undefined ? undefined : { failing: activities[failing]!, mark };
}

/** Recover stage without end, and the sentence that says why. */
export interface EndlessRecovery {
  readonly recover: Activity;
  readonly message: string;
}

/** Finds the recoveries of a workflow that nothing ends while their cause stays. */
export function* endlessRecoveries(workflow: Workflow): Generator<EndlessRecovery> {
  const recovers = within(stagesOf(workflow, 'Recover'), RECOVERS_MAX);
  if (recovers.length === 0) return;
  const { activities } = workflow;
  const pageOf = pagesOf(workflow);
  const walk = walker(workflow, LOOKS_MAX);
  // Links lead to stages of the same page: the other pages do not matter.
  const pages = new Set(recovers.map(({ index }) => pageOf[index]));
  const starts = stagesOf(workflow, 'Start').flatMap(({ index }) =>
    pages.has(pageOf[index]) ? [index] : [],
  );
  const normal = walk(starts, () => true);
  const risky = [...normal].filter((index) => RISKY.has(activities[index]?.type ?? ''));
  const leadsOn = repeatsBlindly(workflow);
  const throwsAgain = repeatsBlindly(workflow, (stage) => stage.type === 'Exception' || testsOutcome(stage));
  const marksNext = repeatsBlindly(workflow, marksItem);

  const retryOf = (resumes: number[], mayFail: number[], recover: Activity): string | undefined => {
    const resumed = walk(resumes, leadsOn);
    // Most of the steps come once more, and the path to one of them has no stage that ends the loop.
    const again = mayFail.find((index) => resumed.has(index));
    if (again === undefined) return undefined;
    const all = walk(resumes, () => true);
    if (mayFail.filter((index) => all.has(index)).length * 2 <= mayFail.length) return undefined;
    return `After "${recover.name}" the flow goes back to "${activities[again]!.name}" without counting the tries.`;
  };
  const throwOf = (
    resumes: number[],
    isCovered: (index: number) => boolean,
    recover: Activity,
  ): string | undefined => {
    const exceptions = stagesOf(workflow, 'Exception').filter(({ index }) => isCovered(index));
    if (exceptions.length === 0) return undefined;
    const reached = walk(resumes, throwsAgain);
    const thrown = exceptions.find(({ index }) => reached.has(index));
    if (thrown === undefined) return undefined;
    return `After "${recover.name}" the flow comes to "${thrown.name}", whose exception leads back to "${recover.name}" without counting the tries.`;
  };
  const markOf = (
    resumes: number[],
    mayFail: number[],
    isCovered: (index: number) => boolean,
    recover: Activity,
  ): string | undefined => {
    const found = markWithoutItem(workflow, walk(resumes, marksNext), mayFail, isCovered);
    if (found === undefined) return undefined;
    return `When "${found.failing.name}" fails, no queue item is taken yet: "${found.mark.name}" fails too, and the flow comes back to "${recover.name}" again and again.`;
  };
  for (const recover of recovers) {
    if (propertyOf(recover, 'attempts') !== undefined) continue;
    const resumes = [...walk([recover.index], leadsOn)].filter((at) => activities[at]?.type === 'Resume');
    if (resumes.length === 0) continue;
    const isCovered = coveredBy(workflow, recover);
    const mayFail = risky.filter(isCovered);
    const message =
      retryOf(resumes, mayFail, recover) ??
      throwOf(resumes, isCovered, recover) ??
      markOf(resumes, mayFail, isCovered, recover);
    if (message !== undefined) yield { recover, message };
  }
}
