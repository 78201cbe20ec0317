/** Uses of cells as text, for tests. */
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { cellsOf } from '../../../src/analysis/semantics/cells/cells.ts';
import { BY_STEP, type Uses, usesOfCell } from '../../../src/analysis/semantics/cells/uses.ts';

const GRADES = ['', ' weak', ' possible'];

/** Returns a line for each cell: `key: reads A.Value; writes B.To, C.To weak`. */
export function cellLines(workflow: Workflow): string[] {
  const cells = cellsOf(workflow);
  const listed = (uses: Uses, cell: number): string =>
    [...usesOfCell(uses, cell)]
      .map(({ activity, property, grade }) => {
        const step = workflow.activities[activity];
        const setting = property === BY_STEP ? '' : `.${step!.properties[property]!.name}`;
        return `${step?.name ?? 'default'}${setting}${GRADES[grade]}`;
      })
      .join(', ');
  return cells.keys.map((key, cell) => {
    const [reads, writes] = [listed(cells.reads, cell), listed(cells.writes, cell)];
    return `${key}:${reads && ` reads ${reads}`}${writes && ` writes ${writes}`}`;
  });
}
