/** Prepares the policy of a task for the engine: its rules with their options, and its judge. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../errors.ts';
import type { Detection } from '../../model/policy.ts';
import type { Rule } from '../../model/rule.ts';
import { defaultsOf } from '../../model/rule-option.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import { digestOf, hasNeeded, selectRuleset } from '../ruleset.ts';
import { createJudge, type Judge, neutralJudge } from './judgement.ts';
import { readPolicy, type TaskPolicy } from './task-policy.ts';

/** Policy that the engine can apply. */
export interface PreparedPolicy {
  /** Rules that run, with the severities of their own. */
  readonly detection: Ruleset;
  /** Equal for policies that detect the same. */
  readonly detectionKey: string;
  /** Creates the judge of the problems that these rules find. */
  judgeOf(detection: Ruleset): Judge;
}

/**
 * Prepares a policy.
 * @throws AppError `unknown_policy_pack` if it names a rule that this version does not have
 */
export function preparePolicy(policy: TaskPolicy, rules: readonly Rule[]): PreparedPolicy {
  if (typeof policy === 'string') {
    const detection = selectRuleset(policy, rules);
    return { detection, detectionKey: policy, judgeOf: neutralJudge };
  }
  const { name, detection, judgement } = readPolicy(policy);
  const settings = settingsOf(detection, rules, name);
  const own = digestOf(settings);
  const digest = createHash('sha256').update(`${own} ${policy.digest}`).digest('hex');
  const ruleset = { name, digest, settings };
  return { detection: ruleset, detectionKey: own, judgeOf: (found) => createJudge(found, judgement) };
}

function settingsOf(detection: Detection, rules: readonly Rule[], name: string): readonly RuleSetting[] {
  const known = new Set(rules.map(({ id }) => id));
  const unknown = Object.keys(detection.rules).find((id) => !known.has(id));
  if (unknown !== undefined) {
    const problem = `The policy pack ${name} has the rule ${unknown}, which this version of the engine does not have. Update the engine, or build the pack for this version.`;
    throw new AppError('unknown_policy_pack', problem, { field: 'policy_pack' });
  }
  return rules
    .filter((rule) => Object.hasOwn(detection.rules, rule.id) || isAlwaysOn(rule))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => ({
      rule,
      severity: rule.severity,
      options: { ...defaultsOf(rule.options), ...detection.rules[rule.id] },
    }))
    .filter(({ rule, options }) => hasNeeded(rule, options));
}

/** Returns whether no policy switches a rule off: the engine says what it has not checked. */
const isAlwaysOn = ({ category, preset }: Rule): boolean => category === 'engine' && preset === 'recommended';
