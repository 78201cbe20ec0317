/** Variables that an A360 bot looks at to decide what it does next. */

import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

/** Maps each variable to the index of the last command that decides by it: an If, or a loop. */
const lastDecision = derived((workflow: Workflow): ReadonlyMap<string, number> => {
  const last = new Map<string, number>();
  for (const activity of workflow.activities) {
    if ((activity.role !== 'branch' && activity.role !== 'loop') || !isLive(activity)) continue;
    for (const { direction, expression } of activity.properties)
      if (direction === 'in') for (const key of expression?.mentions ?? []) last.set(key, activity.index);
  }
  return last;
});

/** Returns the keys of the variables that a command writes. */
export function writtenBy({ properties }: Activity): readonly string[] {
  return properties.flatMap(({ direction, expression }) =>
    direction === 'out' && expression !== undefined ? expression.mentions : [],
  );
}

/** Collects the keys of the variables that live commands behind an index read. */
export function readKeysBehind({ activities }: Workflow, index: number): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let at = index + 1; at < activities.length; at += 1)
    if (isLive(activities[at]!))
      for (const { direction, expression } of activities[at]!.properties)
        if (direction === 'in') for (const key of expression?.mentions ?? []) keys.add(key);
  return keys;
}

/** Returns whether an If or loop behind an index decides by one of these variables. */
export function decidesLater(workflow: Workflow, keys: readonly string[], index: number): boolean {
  const last = lastDecision(workflow);
  return keys.some((key) => (last.get(key) ?? -1) > index);
}
