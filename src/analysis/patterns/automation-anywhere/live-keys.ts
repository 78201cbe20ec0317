/** Variables of a bot that commands use which can run. */
import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Property, Workflow } from '../../model/workflow.ts';

function keysWhere({ activities }: Workflow, isWanted: (property: Property) => boolean): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    for (const property of activity.properties)
      if (isWanted(property)) for (const key of property.expression?.mentions ?? []) keys.add(key);
  }
  return keys;
}

/** Collects the keys of the variables that live commands read or write. */
export const liveKeys = derived((workflow: Workflow) => keysWhere(workflow, () => true));

/** Collects the keys of the variables that live commands read. */
export const liveReads = derived((workflow: Workflow) =>
  keysWhere(workflow, ({ direction }) => direction === 'in'),
);
