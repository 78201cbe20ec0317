/** Cells that each step writes, and with which of its settings. */
import { derived } from '../../../model/interning/derived.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { cellsOf } from '../../cells/cells.ts';
import { BY_STEP } from '../../cells/uses.ts';
import { useOf } from '../use-of.ts';

/** One write of a step. */
export interface StepWrite {
  readonly cell: number;
  /** Index of the setting; `BY_STEP` for none. */
  readonly property: number;
  /** Members of the cell that get the value; empty for the whole of it. */
  readonly path: readonly string[];
}

const NONE: readonly StepWrite[] = [];

const linesOf = derived((workflow: Workflow): readonly (readonly number[])[] => {
  const lines: number[][] = workflow.activities.map(() => []);
  const { starts, activities } = cellsOf(workflow).writes;
  for (let cell = 0; cell < starts.length - 1; cell += 1)
    for (let use = starts[cell]!; use < starts[cell + 1]!; use += 1) lines[activities[use]!]?.push(cell, use);
  return lines;
});

const WHOLE: readonly string[] = [];

/** Returns the member of a cell that a setting writes; of a cell that is a field itself, the whole. */
function writtenPath(activity: Activity, property: number, key: string): readonly string[] {
  const expression = activity.properties[property]?.expression;
  if (expression === undefined) return WHOLE;
  if (expression.tokens.length === 1 && expression.mentions.length === 1) return WHOLE;
  const path = useOf(expression, key)[0]?.path ?? WHOLE;
  return key.endsWith(`.${path.join('.')}`) ? WHOLE : path;
}

/** Returns what a step writes. */
export function writesAt(workflow: Workflow, activity: Activity): readonly StepWrite[] {
  const line = linesOf(workflow)[activity.index]!;
  if (line.length === 0) return NONE;
  const { keys, writes } = cellsOf(workflow);
  const found: StepWrite[] = [];
  for (let at = 0; at < line.length; at += 2) {
    const cell = line[at]!;
    const property = writes.properties[line[at + 1]!]!;
    const path = property === BY_STEP ? WHOLE : writtenPath(activity, property, keys[cell]!);
    found.push({ cell, property, path });
  }
  return found;
}
