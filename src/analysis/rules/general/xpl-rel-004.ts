/**
 * A computed value that another write replaces before any step reads it. Fixed values are left out: people set a default
 * before a choice, and each of its ways sets the variable again.
 */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Variable } from '../../model/workflow.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { type Cells, cellsOf } from '../../semantics/cells/cells.ts';
import { isUsedLater, replacedAt } from '../../semantics/cells/order.ts';
import { useCount, usesOfCell, WRITE } from '../../semantics/cells/uses.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import type { FlowGraph } from '../../semantics/flow/graph.ts';
import { defineRule } from '../define-rule.ts';

/** Steps of all searches of one workflow together. */
const STEPS_MAX = 5_000_000;

/** Returns whether a step computes the value that it writes, from a variable: `New DataTable` is a default too. */
function computes(cells: Cells, activity: Activity | undefined): boolean {
  const value = activity?.role === 'assign' ? propertyOf(activity, 'Value')?.expression : undefined;
  return value?.mentions.some((key) => cells.of(key, value.owner) !== -1) === true;
}

/** Returns whether something outside of the workflow sees the last value. */
const isSeenOutside = (symbol: Variable): boolean => 'direction' in symbol && symbol.direction !== 'in';

/** Returns the nodes at which a value counts: reads, and writes of a part of it. */
function usesOf(cells: Cells, cell: number, symbol: Variable, graph: FlowGraph): ReadonlySet<number> {
  const uses = new Set<number>();
  for (const { activity } of usesOfCell(cells.reads, cell)) uses.add(activity);
  for (const { activity, grade } of usesOfCell(cells.writes, cell))
    if (grade !== WRITE.strong) uses.add(activity);
  if (isSeenOutside(symbol)) for (const end of [graph.end, graph.failed, graph.outside]) uses.add(end);
  return uses;
}

export const rule = defineRule('XPL-REL-004', {
  level: 'workflow',
  wants: 'symbols',
  *check(workflow) {
    const cells = cellsOf(workflow);
    const spend = stepLimit(STEPS_MAX);
    for (let cell = 0; cell < cells.count; cell += 1) {
      const symbol = cells.symbols[cell];
      if (symbol === undefined || useCount(cells.writes, cell) < 2 || useCount(cells.reads, cell) === 0)
        continue;
      const graph = flowOf(workflow);
      const replaced = replacedAt(cells, cell);
      let uses: ReadonlySet<number> | undefined;
      for (const { activity: index, grade, property } of usesOfCell(cells.writes, cell)) {
        const activity = workflow.activities[index];
        if (grade !== WRITE.strong || activity === undefined || !computes(cells, activity)) continue;
        uses ??= usesOf(cells, cell, symbol, graph);
        if (isUsedLater(graph, index, { uses, isReplaced: (node) => replaced.has(node), spend })) continue;
        if (!isUsedLater(graph, index, { uses: replaced, isReplaced: () => false, spend })) continue;
        const message = `"${activity.name}" sets "${symbol.name}", and another step sets it again before any step reads it.`;
        yield { at: activity.properties[property]!, subject: symbol.name, message };
      }
    }
  },
});
