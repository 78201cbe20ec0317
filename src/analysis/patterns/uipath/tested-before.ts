/** Tests of values on every way before a step. */
import { derived } from '../../model/interning/derived.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { usesOfCell } from '../../semantics/cells/uses.ts';
import { dominatorsOf } from '../../semantics/flow/dominators.ts';

/** By cell: the conditions that read it, which other reads of it may outnumber by far. */
const conditionsOfCells = derived((_: Workflow) => new Map<number, readonly number[]>());

function conditionsOf(workflow: Workflow, cell: number): readonly number[] {
  const known = conditionsOfCells(workflow);
  let conditions = known.get(cell);
  if (conditions === undefined) {
    const readers = Array.from(usesOfCell(cellsOf(workflow).reads, cell), ({ activity }) => activity);
    conditions = readers.filter((reader) => {
      const role = workflow.activities[reader]?.role;
      return role === 'branch' || role === 'loop';
    });
    known.set(cell, conditions);
  }
  return conditions;
}

/** Returns whether a condition that mentions one of these keys comes before a step on every way. */
export function isTested(workflow: Workflow, step: Activity, keys: readonly string[]): boolean {
  const cells = cellsOf(workflow);
  const dominators = dominatorsOf(workflow);
  return keys.some((key) => {
    const cell = cells.of(key, step.index);
    if (cell === -1) return false;
    return conditionsOf(workflow, cell).some((condition) => dominators.dominates(condition, step.index));
  });
}
