/** Tests of values on every way before a step. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { usesOfCell } from '../../semantics/cells/uses.ts';
import { dominatorsOf } from '../../semantics/flow/dominators.ts';

/** Returns whether a condition that mentions one of these keys comes before a step on every way. */
export function isTested(workflow: Workflow, step: Activity, keys: readonly string[]): boolean {
  const cells = cellsOf(workflow);
  const dominators = dominatorsOf(workflow);
  for (const key of keys) {
    const cell = cells.of(key, step.index);
    if (cell === -1) continue;
    for (const { activity } of usesOfCell(cells.reads, cell)) {
      const { role = 'other' } = workflow.activities[activity] ?? {};
      if ((role === 'branch' || role === 'loop') && dominators.dominates(activity, step.index)) return true;
    }
  }
  return false;
}
