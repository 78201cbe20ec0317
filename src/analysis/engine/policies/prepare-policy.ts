/** Prepares the policy of a task for the engine: its rules with their options, and its judge. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../errors.ts';
import { compileCustomRule, describeCustomRule } from '../../custom-rules/compile-rule.ts';
import { ExpressionError } from '../../custom-rules/expression.ts';
import type { DataClasses, OwnTables } from '../../model/data-flow/own-rows.ts';
import type { CustomRule, Detection, EffectivePolicy, PolicyOverride } from '../../model/policy.ts';
import type { Rule } from '../../model/rule.ts';
import { defaultsOf, type Options, type OptionValue } from '../../model/rule-option.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import { digestOf, hasNeeded, selectRuleset, withTables } from '../ruleset.ts';
import { withCurrentIds } from './current-ids.ts';
import { createGraceJudge, graceEnd } from './grace.ts';
import { createJudge, type Judge, neutralJudge } from './judgement.ts';
import { readPolicy, type TaskPolicy } from './task-policy.ts';

const digestWith = (detection: string, judgement: string): string =>
  createHash('sha256').update(`${detection} ${judgement}`).digest('hex');

/** Policy that the engine can apply. */
export interface PreparedPolicy {
  /** Rules that run, with the severities of their own. */
  readonly detection: Ruleset;
  /** Equal for policies that detect the same. */
  readonly detectionKey: string;
  /** Creates the judge of the problems that these rules find. */
  judgeOf(detection: Ruleset): Judge;
  /** Severities and exclusions by platform and path. */
  readonly overrides: readonly PolicyOverride[];
}

/**
 * Prepares a policy.
 * @throws AppError `unknown_policy_pack` if it names a rule, option or type of value that this version does not have
 */
export function preparePolicy(policy: TaskPolicy, rules: readonly Rule[]): PreparedPolicy {
  if (typeof policy === 'string') {
    const detection = selectRuleset(policy, rules);
    return { detection, detectionKey: policy, judgeOf: neutralJudge, overrides: [] };
  }
  if ('gracePeriods' in policy) {
    const { digest: own, ...ruleset } = selectRuleset(policy.ruleset, rules);
    // Rules that the ruleset does not have change nothing.
    const ends = ruleset.settings.flatMap(({ rule }) => {
      const end = graceEnd(rule, policy.gracePeriods);
      return end === undefined ? [] : `${rule.id} ${end}`;
    });
    const digest = ends.length === 0 ? own : digestWith(own, ends.join('\n'));
    return {
      detection: { ...ruleset, digest },
      detectionKey: policy.ruleset,
      judgeOf: (found) => createGraceJudge(found, policy.gracePeriods),
      overrides: [],
    };
  }
  const { name, detection, judgement } = withCurrentIds(readPolicy(policy), rules);
  const settings = settingsOf(detection, rules, name);
  const { classes } = detection;
  const own =
    classes === undefined ? digestOf(settings) : digestWith(digestOf(settings), JSON.stringify(classes));
  const digest = digestWith(own, policy.digest);
  const ruleset = { name, digest, settings };
  return {
    detection: ruleset,
    detectionKey: own,
    judgeOf: (found) => createJudge(found, judgement),
    overrides: judgement.overrides,
  };
}

/**
 * Checks that this version has every rule and option of a policy. Conditions of custom rules are not compiled.
 * @throws AppError `unknown_policy_pack`
 */
export function requireKnown(policy: EffectivePolicy, rules: readonly Rule[]): void {
  const { name, detection } = withCurrentIds(policy, rules);
  knownRules(detection, rules, name);
}

/** Returns the catalogue and the custom rules by id. @throws AppError `unknown_policy_pack` */
function knownRules(detection: Detection, rules: readonly Rule[], name: string): ReadonlyMap<string, Rule> {
  const custom = detection.custom ?? [];
  const known = new Map([...rules, ...custom.map(describeCustomRule)].map((rule) => [rule.id, rule]));
  for (const [id, options] of Object.entries(detection.rules)) {
    const rule = known.get(id);
    const problem = rule === undefined ? `the rule ${id}` : optionProblem(rule, options);
    if (problem === undefined) continue;
    const message = `The policy pack ${name} has ${problem}, which this version of the engine does not have. Update the engine, or build the pack for this version.`;
    throw new AppError('unknown_policy_pack', message, { field: 'policy_pack' });
  }
  return known;
}

function settingsOf(detection: Detection, rules: readonly Rule[], name: string): readonly RuleSetting[] {
  const known = knownRules(detection, rules, name);
  const { classes } = detection;
  const tables: OwnTables | undefined = classes && { by: '', classes };
  const texts = new Map((detection.custom ?? []).map((rule) => [rule.id, rule]));
  return [...known.values()]
    .filter((rule) => Object.hasOwn(detection.rules, rule.id) || isAlwaysOn(rule))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => {
      const options = { ...defaultsOf(rule.options), ...detection.rules[rule.id] };
      const text = texts.get(rule.id);
      const prepared = text === undefined ? rule : compiled(text, options, { name, classes });
      return { rule: withTables(prepared, options, tables), severity: rule.severity, options };
    })
    .filter(({ rule, options }) => hasNeeded(rule, options));
}

function compiled(
  text: CustomRule,
  options: Options,
  { name, classes }: { readonly name: string; readonly classes: DataClasses | undefined },
): Rule {
  try {
    return compileCustomRule(text, options, classes);
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    const message = `The policy pack ${name} has the rule ${text.id}, which this version cannot evaluate: ${cause.message} Build the pack for this version.`;
    throw new AppError('unknown_policy_pack', message, { field: 'policy_pack' }, { cause });
  }
}

/** Returns the first option that does not fit a rule; with a value of another type it might find nothing. */
function optionProblem({ id, options }: Rule, values: Options): string | undefined {
  const wrong = Object.entries(values).find(([name, value]) => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    return option === undefined || kindOf(option.default) !== kindOf(value);
  });
  if (wrong === undefined) return undefined;
  return `the value ${JSON.stringify(wrong[1]).slice(0, 80)} of the option "${wrong[0].slice(0, 80)}" of ${id}`;
}

const kindOf = (value: OptionValue): string => (Array.isArray(value) ? 'list' : typeof value);

/** Returns whether no policy switches a rule off: the engine says what it has not checked. */
const isAlwaysOn = ({ category, preset }: Rule): boolean => category === 'engine' && preset === 'recommended';
