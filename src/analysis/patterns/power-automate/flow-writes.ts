/** What actions of a Power Automate flow write. */
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';

/** An action that writes a variable. */
export interface Write {
  readonly activity: Activity;
  /** The setting that names the variable. */
  readonly name: Property;
  /** The variable's key. */
  readonly key: string;
}

function writtenName({ properties }: Activity): Property | undefined {
  for (const property of properties) if (property.direction === 'out') return property;
  return undefined;
}

/** The actions that write a variable, in the order of the file. */
export const writesOf = derived(({ activities }: Workflow): readonly Write[] => {
  const writes: Write[] = [];
  for (const activity of activities) {
    // A Compose writes no variable, and often has hundreds of settings.
    if (activity.role !== 'assign' || activity.type === 'Compose') continue;
    const name = writtenName(activity);
    const key = name?.expression?.mentions[0];
    if (name !== undefined && key !== undefined) writes.push({ activity, name, key });
  }
  return writes;
});
