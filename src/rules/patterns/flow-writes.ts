/** What actions of a Power Automate flow write. */
import type { Activity, Property } from '../../model/workflow.ts';

/** The setting that names the variable which an action writes; undefined when it writes none. */
export function writtenVariable({ type, properties }: Activity): Property | undefined {
  // It writes no variable, and often has hundreds of settings.
  if (type === 'Compose') return undefined;
  for (const property of properties) if (property.direction === 'out') return property;
  return undefined;
}

/** The key of that variable. */
export function writtenKey(activity: Activity): string | undefined {
  return writtenVariable(activity)?.expression?.mentions[0];
}
