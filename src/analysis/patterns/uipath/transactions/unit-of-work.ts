/** Steps that run while a queue item is worked on. */
import { derived } from '../../../model/interning/derived.ts';
import { isLive } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';

const TAKES = new Set(['GetQueueItem', 'GetTransactionItem', 'WaitQueueItem', 'WaitForQueueItemAndResume']);
const ENDS = new Set(['SetTransactionStatus']);
/** Types of an argument with the item, as in the Process.xaml of the frameworks. */
const ITEM = /^(?:QueueItem|TransactionItem)$/;

/** Indexes between which an item is at work: behind the step that takes it, before the first that sets its status. */
const span = derived((workflow: Workflow): readonly [from: number, to: number] => {
  const first = (types: ReadonlySet<string>): number =>
    workflow.activities.find((activity) => types.has(activity.type) && isLive(activity))?.index ??
    Number.POSITIVE_INFINITY;
  const comes = workflow.arguments.some(({ type, direction }) => direction !== 'out' && ITEM.test(type));
  return [comes ? -1 : first(TAKES), first(ENDS)];
});

/**
 * Returns whether a queue item has been taken before a step, and has no status yet. It may come with the arguments; the
 * frameworks take pictures and end programs behind the status.
 */
export function isUnitOfWork(workflow: Workflow, activity: Activity): boolean {
  const [from, to] = span(workflow);
  return activity.index > from && activity.index < to;
}
