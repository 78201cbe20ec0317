/** The stages of a Blue Prism process by type: most rules are about a few types. */

import { derived } from '../../model/interning/derived.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

const NONE: readonly Activity[] = [];

const byType = derived((workflow: Workflow): ReadonlyMap<string, readonly Activity[]> => {
  const stages = new Map<string, Activity[]>();
  for (const activity of workflow.activities) {
    const known = stages.get(activity.type);
    if (known === undefined) stages.set(activity.type, [activity]);
    else known.push(activity);
  }
  return stages;
});

/** Returns the stages of a type, in the order of the workflow. */
export function stagesOf(workflow: Workflow, type: string): readonly Activity[] {
  return byType(workflow).get(type) ?? NONE;
}
