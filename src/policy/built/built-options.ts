/** Checks of option values in a built pack: nothing says that a build wrote the file. */
import { customRuleProblems } from '../../analysis/custom-rules/compile-rule.ts';
import type { CustomRule } from '../../analysis/model/policy.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import type { Options, OptionValue, RuleOption } from '../../analysis/model/rule-option.ts';
import { patternProblem } from '../../analysis/patterns/user-pattern.ts';
import { optionValue } from '../resolve/option-values.ts';
import type { BuiltPack } from './built-pack.ts';
import { packPatternsProblem } from './pack-patterns.ts';

type DescribedOptions = Readonly<Record<string, RuleOption>>;

/**
 * Returns the first value that its option cannot have, or the first condition that does not compile, as a sentence.
 * Rules and options that this version lacks are left to those who know what to do about them.
 */
export function builtOptionProblem(pack: BuiltPack, rules: readonly Rule[]): string | undefined {
  const { custom = [], base, environments } = pack;
  for (const { rule } of custom) {
    const problem = customProblem(rule);
    if (problem === undefined) continue;
    const place = base.origins[rule.id]?.on;
    return place === undefined ? problem : `${place}: ${problem}`;
  }
  const options = new Map<string, DescribedOptions>(rules.map((rule) => [rule.id, rule.options]));
  for (const { rule } of custom) options.set(rule.id, rule.params);
  for (const [name, { policy }] of [['base', base] as const, ...Object.entries(environments)]) {
    for (const [id, values] of Object.entries(policy.detection.rules)) {
      const problem = valueProblem(id, options.get(id) ?? {}, values);
      if (problem !== undefined) return `In "${name}", ${problem}`;
    }
  }
  return packPatternsProblem(pack, rules);
}

function customProblem(rule: CustomRule): string | undefined {
  for (const [name, { default: value, isPattern }] of Object.entries(rule.params)) {
    const problem = isPattern === true ? patternIn(value) : undefined;
    if (problem !== undefined) return `The parameter "${name}" of ${rule.id} is wrong: ${problem}`;
  }
  const [first] = customRuleProblems(rule);
  return first === undefined ? undefined : `"${first.field}" of ${rule.id}: ${first.message}`;
}

function patternIn(value: OptionValue): string | undefined {
  return typeof value === 'string' ? patternProblem(value) : 'A pattern is a text.';
}

function valueProblem(id: string, described: DescribedOptions, values: Options): string | undefined {
  for (const [name, value] of Object.entries(values)) {
    const option = Object.hasOwn(described, name) ? described[name] : undefined;
    if (option === undefined) continue;
    try {
      optionValue(value, option, value, {});
    } catch (error) {
      if (error instanceof TypeError)
        return `the option "${name}" of ${id} ${error.message.replace(/\.$/, '')}.`;
      throw error;
    }
  }
  return undefined;
}
