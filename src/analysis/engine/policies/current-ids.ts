/** Policies that name rules by ids which others have replaced. */
import type { EffectivePolicy } from '../../model/policy.ts';
import type { Rule } from '../../model/rule.ts';

/** Returns the policy with the current id of each rule. What it says of a current id itself counts. */
export function withCurrentIds(policy: EffectivePolicy, rules: readonly Rule[]): EffectivePolicy {
  const pairs = rules.flatMap(({ id, replaces = [] }) => replaces.map((old) => [old, id] as const));
  if (pairs.length === 0) return policy;
  const current = new Map(pairs);
  const currentOf = (id: string): string => current.get(id) ?? id;
  const renamed = <Value>(byRule: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> => {
    const entries = Object.entries(byRule);
    const old = entries
      .filter(([id]) => current.has(id))
      .map(([id, value]) => [currentOf(id), value] as const);
    return Object.fromEntries([...old, ...entries.filter(([id]) => !current.has(id))]);
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
      gate: { ...gate, required: gate.required.map(currentOf) },
    },
  };
}
