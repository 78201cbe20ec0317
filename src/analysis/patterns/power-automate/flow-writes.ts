/** Writes of variables in a Power Automate flow. */

import { derived } from '../../model/interning/derived.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';

/** Action that writes a variable. */
export interface FlowWrite {
  readonly activity: Activity;
  /** Setting that names the variable. */
  readonly name: Property;
  /** Key of the variable. */
  readonly key: string;
}

function writtenName({ properties }: Activity): Property | undefined {
  for (const property of properties) if (property.direction === 'out') return property;
  return undefined;
}

/** Returns the actions that write a variable, in the order of the file. */
export const writesOf = derived(({ activities }: Workflow): readonly FlowWrite[] => {
  const writes: FlowWrite[] = [];
  for (const activity of activities) {
    // A Compose writes no variable, and often has hundreds of settings.
    if (activity.role !== 'assign' || activity.type === 'Compose') continue;
    const name = writtenName(activity);
    const key = name?.expression?.mentions[0];
    if (name !== undefined && key !== undefined) writes.push({ activity, name, key });
  }
  return writes;
});
