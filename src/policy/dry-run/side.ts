/** One of the two policies of a dry run, ready to judge. */
import type { Judge, JudgedFile } from '../../analysis/engine/policies/judgement.ts';
import { preparePolicy } from '../../analysis/engine/policies/prepare-policy.ts';
import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import type { PolicyGate } from '../../analysis/model/policy.ts';
import type { EnforcementMode } from '../../analysis/model/report.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import type { RuleSetting } from '../../analysis/model/ruleset.ts';

/** A policy with its rules. */
export interface Side {
  /** Equal for runs with the same rules, options and severities. */
  readonly digest: string;
  readonly judge: Judge;
  readonly gate: PolicyGate;
  /** Null: that of the run. */
  readonly mode: EnforcementMode | null;
  /** Rules that run, by id. */
  readonly settings: ReadonlyMap<string, RuleSetting>;
  /** True if the path of a file may decide about a rule. */
  readonly judgesByPath: boolean;
}

/** Prepares a policy. @throws AppError `unknown_policy_pack` if this version lacks one of its rules */
export function prepareSide(
  policy: TaskPolicy,
  rules: readonly Rule[],
  { gate, mode }: Pick<Side, 'gate' | 'mode'>,
): Side {
  const { detection, judgeOf, overrides } = preparePolicy(policy, rules);
  return {
    digest: detection.digest,
    judge: judgeOf(detection),
    gate,
    mode,
    settings: new Map(detection.settings.map((setting) => [setting.rule.id, setting])),
    judgesByPath: overrides.some(({ path }) => path !== undefined),
  };
}

/** Returns the rules that count in a file, by id, with their severities. */
export function settingsFor({ judge }: Side, file: JudgedFile): ReadonlyMap<string, RuleSetting> {
  return new Map(judge.rulesetFor(file).settings.map((setting) => [setting.rule.id, setting]));
}
