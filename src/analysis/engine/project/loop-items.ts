/** Finds the variables that hold an item of a loop: a call that passes one to itself walks down a tree, which ends. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Binding, Workflow } from '../../model/workflow.ts';

const mentionsOf = ({ properties }: Activity, wanted: 'in' | 'out'): readonly string[] =>
  properties.flatMap(({ direction, expression }) =>
    direction === wanted ? (expression?.mentions ?? []) : [],
  );

/** Returns the keys of loop variables, and of variables that are assigned from them. */
export function loopItems(workflow: Workflow): ReadonlySet<string> {
  const items = new Set<string>();
  for (const { owner, key } of workflow.variables)
    if (workflow.activities[owner]?.role === 'loop') items.add(key);
  for (const activity of workflow.activities) {
    if (!isLive(activity)) continue;
    const isItem =
      activity.role === 'loop' ||
      (activity.role === 'assign' && mentionsOf(activity, 'in').some((key) => items.has(key)));
    if (isItem) for (const key of mentionsOf(activity, 'out')) items.add(key);
  }
  return items;
}

/** Returns whether a call passes an item of a loop. */
export function handsItemOver(bindings: readonly Binding[], items: ReadonlySet<string>): boolean {
  return bindings.some(
    ({ direction, value }) =>
      direction !== 'out' && value.expression?.mentions.some((key) => items.has(key)) === true,
  );
}
