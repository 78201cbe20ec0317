/** A chosen set of rules with their effective severity and options. */
import type { Rule, Severity } from './rule.ts';
import type { Options } from './rule-option.ts';

export interface RuleSetting {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly options: Options;
  /** Controls that a policy adds to those of the rule. */
  readonly tags?: readonly string[];
}

export interface Ruleset {
  readonly name: string;
  /** SHA-256 over ids, versions, severities and options, hex. */
  readonly digest: string;
  readonly settings: readonly RuleSetting[];
}

/** Built-in rulesets with a description of their contents. */
export const BUILTIN_RULESETS = {
  default: 'Every recommended rule.',
  strict: 'Every recommended and every strict rule.',
  security: 'Every recommended rule of the categories security, data-privacy and compliance.',
} as const;
export type BuiltinRuleset = keyof typeof BUILTIN_RULESETS;

/** Returns whether a name is one of the built-in rulesets. */
export function isBuiltinRuleset(name: string): name is BuiltinRuleset {
  return Object.hasOwn(BUILTIN_RULESETS, name);
}
