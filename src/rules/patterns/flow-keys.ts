/** The keys by which expressions of a Power Automate flow mention its actions. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { derived } from './derived.ts';

const PREFIX = 'action:';

/** The name of an action as expressions spell it, in lower case. */
function calledName({ id }: Activity): string {
  const name = id.toLowerCase();
  return name.includes(' ') ? name.replaceAll(' ', '_') : name;
}

/** The key by which expressions mention an action: `action:get_items`. */
export function actionKey(activity: Activity): string {
  return PREFIX + calledName(activity);
}

/** The triggers and actions of a flow. */
export interface FlowActions {
  /** The one that a key such as `action:get_items` mentions. */
  get(key: string): Activity | undefined;
  /** The one of a name as it stands in a key. */
  called(name: string): Activity | undefined;
}

export const actionsOf = derived(({ activities }: Workflow): FlowActions => {
  // Without the prefix: half of the text does not have to be made and hashed.
  const byName = new Map<string, Activity>();
  for (const activity of activities) byName.set(calledName(activity), activity);
  return {
    get: (key) => (key.startsWith(PREFIX) ? byName.get(key.slice(PREFIX.length)) : undefined),
    called: (name) => byName.get(name),
  };
});
