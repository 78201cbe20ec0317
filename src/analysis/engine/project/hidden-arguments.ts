/** Arguments behind variables of the same name: in the scope of such a variable the name means the variable. */
import type { Workflow } from '../../model/workflow.ts';

/** Returns whether a name of an argument means a variable at an activity. */
export type IsHidden = (key: string, owner: number) => boolean;

/** Creates the look-up of a workflow. */
export function hiddenArguments({ arguments: declared, variables, activities }: Workflow): IsHidden {
  const keys = new Set(declared.map(({ key }) => key));
  const scopes = new Map<string, Set<number>>();
  for (const { key, owner } of variables) {
    if (owner === -1 || !keys.has(key)) continue;
    const known = scopes.get(key);
    if (known === undefined) scopes.set(key, new Set([owner]));
    else known.add(owner);
  }
  return (key, owner) => {
    const hiding = scopes.get(key);
    if (hiding === undefined) return false;
    for (let at = owner; at >= 0; at = activities[at]!.parent) if (hiding.has(at)) return true;
    return false;
  };
}
