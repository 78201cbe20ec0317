/** Size of all patterns of a pack: every thread that uses the pack keeps them compiled. */
import { patternsOfRule } from '../../analysis/custom-rules/patterns-of-rule.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import type { RuleOption } from '../../analysis/model/rule-option.ts';
import { compileUserPattern } from '../../analysis/patterns/user-pattern.ts';
import { formatNumber } from '../../text/format.ts';
import { POLICY_LIMITS } from '../limits.ts';
import type { BuiltPack } from './built-pack.ts';

/** Returns why a pack has too many patterns, as a sentence; undefined: it has not. Each pattern compiles. */
export function packPatternsProblem(pack: BuiltPack, rules: readonly Rule[]): string | undefined {
  const patterns = new Set(patternsOf(pack, rules));
  const { packPatternsMax, packInstructionsMax } = POLICY_LIMITS;
  if (patterns.size > packPatternsMax)
    return `The pack has ${formatNumber(patterns.size)} patterns; the limit is ${formatNumber(packPatternsMax)}.`;
  let instructions = 0;
  for (const pattern of patterns) instructions += compileUserPattern(pattern).size;
  if (instructions <= packInstructionsMax) return undefined;
  return `The patterns of the pack compile to ${formatNumber(instructions)} instructions; the limit is ${formatNumber(packInstructionsMax)}. Repeat less in them, as {1,20} does.`;
}

function* patternsOf(
  { custom = [], base, environments }: BuiltPack,
  rules: readonly Rule[],
): Generator<string> {
  const options = new Map<string, Readonly<Record<string, RuleOption>>>(
    rules.map((rule) => [rule.id, rule.options]),
  );
  for (const { rule } of custom) {
    options.set(rule.id, rule.params);
    yield* patternsOfRule(rule);
    for (const { default: value, isPattern } of Object.values(rule.params))
      if (isPattern === true) yield String(value);
  }
  for (const { policy } of [base, ...Object.values(environments)])
    for (const [id, values] of Object.entries(policy.detection.rules)) {
      const described = options.get(id) ?? {};
      for (const [name, value] of Object.entries(values))
        if (Object.hasOwn(described, name) && described[name]?.isPattern === true) yield String(value);
    }
}
