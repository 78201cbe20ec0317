/** Selection of the steps of a large workflow that its outline has. */
import type { Workflow } from '../model/workflow.ts';

/** Limits of outlines. */
export const OUTLINE_LIMITS = {
  workflowStepsMax: 10_000,
  fileStepsMax: 20_000,
} as const;

/** Returns how many steps of each workflow the outline may have. They share the limit of the file by their sizes. */
export function shareOfSteps(counts: readonly number[]): readonly number[] {
  const { workflowStepsMax, fileStepsMax } = OUTLINE_LIMITS;
  const wanted = counts.map((count) => Math.min(count, workflowStepsMax));
  const total = wanted.reduce((sum, count) => sum + count, 0);
  if (total <= fileStepsMax) return wanted;
  return wanted.map((count) => Math.floor((count * fileStepsMax) / total));
}

/**
 * Returns the indexes of the selected steps in their order; undefined when all are. Steps with findings and the way
 * to them stay first, then their neighbours, then containers, then the others from the beginning on.
 * @param pinned steps with findings, the most severe first
 */
export function selectSteps(
  { activities, children, transitions }: Pick<Workflow, 'activities' | 'children' | 'transitions'>,
  pinned: readonly number[],
  stepsMax: number,
): readonly number[] | undefined {
  if (activities.length <= stepsMax) return undefined;
  const selected = new Set<number>();
  /** Adds a step with the containers around it, or nothing. */
  function add(index: number): void {
    if (index < 0 || selected.has(index)) return;
    const way: number[] = [];
    for (let at = index; at >= 0 && !selected.has(at); at = activities[at]!.parent) way.push(at);
    if (selected.size + way.length <= stepsMax) for (const at of way) selected.add(at);
  }
  for (const index of pinned) add(index);
  const withFindings = new Set(pinned.filter((index) => selected.has(index)));
  const siblings = new Set([...withFindings].map((index) => activities[index]!.parent));
  const roots = siblings.has(-1)
    ? activities.filter(({ parent }) => parent < 0).map(({ index }) => index)
    : [];
  for (const parent of siblings) {
    const inside = parent < 0 ? roots : children[parent]!;
    for (const [place, index] of inside.entries()) {
      if (!withFindings.has(index)) continue;
      add(inside[place - 1] ?? -1);
      add(inside[place + 1] ?? -1);
    }
  }
  for (const { from, to } of transitions) {
    if (withFindings.has(from)) add(to);
    if (withFindings.has(to)) add(from);
  }
  for (const { index } of activities) if (children[index]!.length > 0) add(index);
  for (const { index } of activities) add(index);
  return [...selected].sort((a, b) => a - b);
}
