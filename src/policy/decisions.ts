/** Decisions of a pack about a rule, each with the place that made it. */
import type { Rule, Severity } from '../analysis/model/rule.ts';
import { readPattern } from '../contract/exception.ts';
import type { BuiltEnvironment } from './built/built-pack.ts';

/** One decision. */
export interface PolicyDecision {
  /** `on`, `severity`, `tags`, `locked`, the name of an option after `params.`, or `override`. */
  readonly about: string;
  /** The value as JSON. */
  readonly value: string;
  /** `pack.yaml:14`, a preset or a pack; null: the rule itself. */
  readonly origin: string | null;
}

/** State of a rule in an environment, with the decisions that led to it. */
export interface DecidedRule {
  readonly rule: Rule;
  readonly isOn: boolean;
  readonly severity: Severity;
  readonly decisions: readonly PolicyDecision[];
}

/** Returns what an environment decides about a rule; with a path, overrides for other paths are left out. */
export function decisionsOf(
  rule: Rule,
  { policy, origins }: BuiltEnvironment,
  path: string | null,
): DecidedRule {
  const { detection, judgement } = policy;
  const origin = origins[rule.id] ?? {};
  const options = Object.hasOwn(detection.rules, rule.id) ? detection.rules[rule.id] : undefined;
  const severity = judgement.severities[rule.id] ?? rule.severity;
  const decision = (about: string, value: unknown, place: string | undefined): PolicyDecision => ({
    about,
    value: JSON.stringify(value),
    origin: place ?? null,
  });
  const on = decision('on', options !== undefined, origin.on);
  if (options === undefined) return { rule, isOn: false, severity, decisions: [on] };
  const overrides = judgement.overrides.flatMap((override) => {
    const verdict = override.rules[rule.id];
    const matches = path === null || override.path === undefined || readPattern(override.path)(path);
    if (verdict === undefined || !matches) return [];
    const where = [override.platform, override.path].filter((part) => part !== undefined).join(' ');
    return decision('override', verdict, where);
  });
  const tags = judgement.tags[rule.id];
  return {
    rule,
    isOn: true,
    severity,
    decisions: [
      on,
      decision('severity', severity, origin.severity),
      ...Object.entries(rule.options).map(([name, option]) =>
        decision(`params.${name}`, options[name] ?? option.default, origin.options?.[name]),
      ),
      ...(tags === undefined ? [] : [decision('tags', tags, origin.tags)]),
      ...overrides,
      ...(origin.locked === undefined ? [] : [decision('locked', true, origin.locked)]),
    ],
  };
}
