/** Current ids of rules that others have replaced. */
import { RULE_IDS } from '../../../gen/rule-ids.ts';
import type { EffectivePolicy } from '../../model/policy.ts';
import type { Rule } from '../../model/rule.ts';

/** Creates the look-up of the current id of a rule from the ids that each rule replaces; other ids stay. */
export function createCurrentId(
  replacedIds: Readonly<Record<string, readonly string[]>>,
): (ruleId: string) => string {
  const current = new Map(
    Object.entries(replacedIds).flatMap(([id, replaced]) => replaced.map((old) => [old, id] as const)),
  );
  return (ruleId) => current.get(ruleId) ?? ruleId;
}

/** Returns the current id of a rule. */
export const currentId = createCurrentId(RULE_IDS);

/** Returns the policy with the current id of each rule. An entry under a current id wins over one under an old id. */
export function withCurrentIds(policy: EffectivePolicy, rules: readonly Rule[]): EffectivePolicy {
  const replacing = rules.filter(({ replaces = [] }) => replaces.length > 0);
  if (replacing.length === 0) return policy;
  const idOf = createCurrentId(Object.fromEntries(replacing.map(({ id, replaces = [] }) => [id, replaces])));
  const renamed = <Value>(byRule: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> => {
    const entries = Object.entries(byRule);
    const old = entries.flatMap(([id, value]) => (idOf(id) === id ? [] : [[idOf(id), value] as const]));
    return Object.fromEntries([...old, ...entries.filter(([id]) => idOf(id) === id)]);
  };
  const { detection, judgement } = policy;
  const { severities, overrides, tags, gate } = judgement;
  return {
    ...policy,
    detection: { ...detection, rules: renamed(detection.rules) },
    judgement: {
      severities: renamed(severities),
      overrides: overrides.map((override) => ({ ...override, rules: renamed(override.rules) })),
      tags: renamed(tags),
      gate: { ...gate, required: gate.required.map(idOf) },
    },
  };
}
