/** Joins the custom rules of a pack with those of packs that it extends. */
import type { BuiltPack, TestedCustomRule } from '../built/built-pack.ts';
import { canonicalJson } from '../built/canonical-json.ts';
import { flowRulesProblem } from '../flow-rule-counts.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError } from '../problems.ts';
import type { PlacedRule } from '../source/read-custom-rules.ts';
import { PACK_FILE } from '../source/read-pack.ts';

/** Returns all rules in the order of their ids. @throws PolicyError if two with one id differ */
export function joinCustomRules(
  packs: readonly BuiltPack[],
  own: readonly PlacedRule[],
): readonly TestedCustomRule[] {
  const joined = new Map<string, TestedCustomRule>();
  const inherited = packs.flatMap(({ custom = [] }) => custom);
  for (const { rule, tests } of [...inherited, ...own]) {
    const known = joined.get(rule.id);
    if (known !== undefined && canonicalJson(known.rule) !== canonicalJson(rule)) {
      const message = `Two packs have different rules with the id ${rule.id}. Give one of them another id.`;
      throw new PolicyError([{ file: PACK_FILE, line: 0, message }]);
    }
    joined.set(rule.id, { rule, tests });
  }
  if (joined.size > POLICY_LIMITS.customRulesMax) {
    const message = `The pack has ${joined.size} custom rules with those of packs that it extends; the limit is ${POLICY_LIMITS.customRulesMax}.`;
    throw new PolicyError([{ file: PACK_FILE, line: 0, message }]);
  }
  const tooMany = flowRulesProblem([...joined.values()].map(({ rule }) => rule));
  if (tooMany !== undefined) throw new PolicyError([{ file: PACK_FILE, line: 0, message: tooMany.message }]);
  return [...joined.values()].sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}
