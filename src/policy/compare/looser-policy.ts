/** Comparison of two policies: whether one is looser than another. */
import { describeCustomRule } from '../../analysis/custom-rules/compile-rule.ts';
import { graceSeverities } from '../../analysis/engine/policies/grace.ts';
import type { GracePeriods } from '../../analysis/engine/policies/task-policy.ts';
import { hasNeeded, isMember } from '../../analysis/engine/ruleset.ts';
import type { Platform } from '../../analysis/model/platform.ts';
import {
  BUILTIN_GATE,
  type EffectivePolicy,
  type Judgement,
  type PolicyGate,
} from '../../analysis/model/policy.ts';
import { type Rule, SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import { defaultsOf, type Options } from '../../analysis/model/rule-option.ts';
import type { BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import { canonicalJson } from '../built/canonical-json.ts';
import { missingName } from '../resolve/join-classes.ts';
import { isAsStrict, isAtLeast } from '../resolve/strictness.ts';

/** Returns a built-in ruleset as a policy, with what new rules count at most in their grace periods. */
export function builtinPolicy(
  name: BuiltinRuleset,
  rules: readonly Rule[],
  gracePeriods: GracePeriods = {},
): EffectivePolicy {
  const members = rules.filter((rule) => isMember(name, rule));
  return {
    name,
    detection: { rules: Object.fromEntries(members.map(({ id }) => [id, {}])) },
    judgement: {
      severities: graceSeverities(members, gracePeriods),
      overrides: [],
      tags: {},
      gate: BUILTIN_GATE,
    },
  };
}

/**
 * Returns where a policy is looser than the one in force, as one sentence; undefined if it is at least as strict. Values
 * that cannot be compared are not.
 */
export function looserPolicy(
  policy: EffectivePolicy,
  inForce: EffectivePolicy,
  rules: readonly Rule[],
): string | undefined {
  const custom = inForce.detection.custom ?? [];
  for (const rule of custom) {
    const own = policy.detection.custom?.find(({ id }) => id === rule.id);
    if (own === undefined || canonicalJson(own) !== canonicalJson(rule))
      return `the rule ${rule.id} must be on, with the same condition`;
  }
  const missing = missingName(inForce.detection.classes, policy.detection.classes);
  if (missing !== undefined) return `"${missing.name}" must be a name of ${missing.family} data`;
  for (const rule of [...rules, ...custom.map(describeCustomRule)]) {
    const problem = looserRule(rule, policy, inForce);
    if (problem !== undefined) return problem;
  }
  return looserGate(policy.judgement.gate, inForce.judgement.gate);
}

/** Returns the options that a rule runs with; undefined if it does not run. */
function optionsIn(rule: Rule, { detection }: EffectivePolicy): Options | undefined {
  const changed = Object.hasOwn(detection.rules, rule.id) ? detection.rules[rule.id] : undefined;
  if (changed === undefined) return undefined;
  const options = { ...defaultsOf(rule.options), ...changed };
  return hasNeeded(rule, options) ? options : undefined;
}

function looserRule(rule: Rule, policy: EffectivePolicy, inForce: EffectivePolicy): string | undefined {
  // These run under every policy.
  if (rule.category === 'engine') return undefined;
  const wanted = optionsIn(rule, inForce);
  if (wanted === undefined) return undefined;
  const options = optionsIn(rule, policy);
  if (options === undefined) return `the rule ${rule.id} must be on`;
  const severities = inForce.judgement.severities;
  const severity = severities[rule.id] ?? rule.severity;
  if (!isAtLeast(policy.judgement.severities[rule.id] ?? rule.severity, severity))
    return `the severity of ${rule.id} must be ${severity} or worse`;
  // Without one in the policy, a rule may report findings milder than its own severity.
  if (severities[rule.id] !== undefined && policy.judgement.severities[rule.id] === undefined)
    return `the severity of ${rule.id} must be set`;
  for (const [name, value] of Object.entries(wanted))
    if (!isAsStrict(rule, name, options[name]!, value))
      return `"${name}" of ${rule.id} must be at least as strict as ${JSON.stringify(value).slice(0, 200)}`;
  return looserByPath(rule, policy.judgement, inForce.judgement);
}

/** Returns why the overrides of a policy may leave a rule milder on some path than those in force do. */
function looserByPath(rule: Rule, policy: Judgement, inForce: Judgement): string | undefined {
  const own = overridesOf(rule, policy);
  const wanted = overridesOf(rule, inForce);
  const raised = wanted.flatMap(({ verdict }) => (verdict === 'off' ? [] : [verdict]));
  const base = inForce.severities[rule.id] ?? rule.severity;
  const floor = SEVERITIES.find((severity) => severity === base || raised.includes(severity))!;
  // The last one that matches decides: the same ones in the same order decide the same, until another one follows.
  const isSameSoFar = JSON.stringify(own.slice(0, wanted.length)) === JSON.stringify(wanted);
  const verdicts = own.slice(isSameSoFar ? wanted.length : 0).map(({ verdict }) => verdict);
  const ownBase = policy.severities[rule.id];
  // Without a severity in the policy, findings may be milder than the rule.
  if (!isSameSoFar && raised.length > 0) verdicts.push(ownBase ?? 'off');
  const isLoose = verdicts.some((verdict) => verdict === 'off' || !isAtLeast(verdict, floor));
  return isLoose ? `no path may make ${rule.id} milder than ${floor}` : undefined;
}

/** Override of a single rule. */
interface RuleOverride {
  readonly platform: Platform | null;
  readonly path: string | null;
  readonly verdict: Severity | 'off';
}

function overridesOf({ id }: Rule, { overrides }: Judgement): readonly RuleOverride[] {
  return overrides.flatMap(({ platform = null, path = null, rules }) =>
    Object.hasOwn(rules, id) ? [{ platform, path, verdict: rules[id]! }] : [],
  );
}

function looserGate(gate: PolicyGate, inForce: PolicyGate): string | undefined {
  if (SEVERITIES.indexOf(gate.failOn) < SEVERITIES.indexOf(inForce.failOn))
    return `findings of the severity ${inForce.failOn} must block`;
  if (inForce.scoreMin !== null && (gate.scoreMin ?? 0) < inForce.scoreMin)
    return `the minimum score must be ${inForce.scoreMin} or more`;
  for (const severity of SEVERITIES) {
    const max = inForce.newMax[severity];
    if (max !== undefined && (gate.newMax[severity] ?? Number.POSITIVE_INFINITY) > max)
      return `at most ${max} findings of the severity ${severity} may be new`;
  }
  const { notEvaluatedMax } = inForce;
  if (notEvaluatedMax !== null && (gate.notEvaluatedMax ?? Number.POSITIVE_INFINITY) > notEvaluatedMax)
    return `at most ${notEvaluatedMax} required rules may be left unevaluated`;
  const missing =
    notEvaluatedMax === null ? undefined : inForce.required.find((id) => !gate.required.includes(id));
  return missing === undefined ? undefined : `the rule ${missing} must be required`;
}
