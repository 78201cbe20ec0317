/** Ways on which a queue item that a workflow takes gets no status. */
import { isLive } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { cellsOf } from '../../../semantics/cells/cells.ts';
import { leadingTo } from '../../../semantics/cells/order.ts';
import { usesOfCell } from '../../../semantics/cells/uses.ts';
import { flowOf } from '../../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../../semantics/flow/graph.ts';

/** Steps that take an item of a queue, which then waits for its status. */
export const TAKES_ITEM: ReadonlySet<string> = new Set([
  'GetQueueItem',
  'GetTransactionItem',
  'WaitQueueItem',
]);
/** Steps that end or put off the work on an item. */
export const SETS_STATUS: ReadonlySet<string> = new Set(['SetTransactionStatus', 'PostponeTransactionItem']);
/** Steps that hand an item to others, which may set its status. */
const HANDS_ON: ReadonlySet<string> = new Set([
  'InvokeWorkflowFile',
  'InvokeCode',
  'InvokeMethod',
  'AddToCollection',
  'Assign',
]);

/** Steps that use the item, by what they do. */
interface ItemUses {
  readonly settled: ReadonlySet<number>;
  /** Choices and loops that test the item. */
  readonly choices: ReadonlySet<number>;
  readonly isHandedOut: boolean;
}

function itemUses(workflow: Workflow, taker: Activity): ItemUses {
  const settled = new Set<number>();
  const choices = new Set<number>();
  const cells = cellsOf(workflow);
  const written = taker.properties.find(
    ({ direction, name }) => direction === 'out' && /item$|^result$/i.test(name),
  );
  const cell = cells.of(written?.expression?.mentions[0] ?? '', taker.index);
  const symbol = cells.symbols[cell];
  if (symbol === undefined) return { settled, choices, isHandedOut: true };
  for (const { activity: index } of usesOfCell(cells.reads, cell)) {
    const { type, role } = workflow.activities[index] ?? taker;
    if (SETS_STATUS.has(type) || HANDS_ON.has(type)) settled.add(index);
    if (role === 'branch' || role === 'loop') choices.add(index);
  }
  return { settled, choices, isHandedOut: 'direction' in symbol && symbol.direction !== 'in' };
}

/**
 * Returns whether a run without errors can leave an item without a status: it comes to the end, or to the next item. Of a
 * choice that tests the item, only the sides count that can set the status: on the other there is no item.
 */
export function missesStatus(workflow: Workflow, taker: Activity): boolean {
  const { settled, choices, isHandedOut } = itemUses(workflow, taker);
  if (
    isHandedOut ||
    !workflow.activities.some((step) => SETS_STATUS.has(step.type) && settled.has(step.index) && isLive(step))
  )
    return false;
  const graph = flowOf(workflow);
  const canSet = leadingTo(graph, settled, taker.index);
  const { heads, nodes, kinds } = graph.outgoing;
  const seen = new Set<number>([taker.index]);
  for (const node of seen) {
    const owner = graph.ownerOf(node);
    // A loop that tests behind its steps does so at a node of its own.
    const isChoice = choices.has(owner) && node !== graph.exitOf(owner);
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      const to = nodes[edge]!;
      if ((kinds[edge]! & FORWARD) === 0 || settled.has(to) || (isChoice && !canSet.has(to))) continue;
      if (to === graph.end || to === taker.index) return true;
      seen.add(to);
    }
  }
  return false;
}
