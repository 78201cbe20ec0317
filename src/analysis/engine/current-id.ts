/** Ids of rules that others have replaced. */
import { RULE_IDS } from '../../gen/rule-ids.ts';

/** Creates the look-up of the current id of a rule; ids of no catalogue stay. */
export function createCurrentId(
  ruleIds: Readonly<Record<string, readonly string[]>>,
): (ruleId: string) => string {
  const current = new Map(
    Object.entries(ruleIds).flatMap(([id, replaced]) => replaced.map((old) => [old, id] as const)),
  );
  return (ruleId) => current.get(ruleId) ?? ruleId;
}

/** Returns the id that a rule has now. */
export const currentId = createCurrentId(RULE_IDS);
