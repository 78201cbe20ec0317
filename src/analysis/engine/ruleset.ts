/** Selects rules: from a ruleset's name and the catalogue to effective settings and their digest. */
import { createHash } from 'node:crypto';
import type { OwnTables } from '../model/data-flow/own-rows.ts';
import type { Rule } from '../model/rule.ts';
import { defaultsOf, isGiven, type Options } from '../model/rule-option.ts';
import type { BuiltinRuleset, RuleSetting, Ruleset } from '../model/ruleset.ts';

const SECURITY_CATEGORIES: readonly Rule['category'][] = ['security', 'data-privacy', 'compliance', 'engine'];

const MEMBERS: Readonly<Record<BuiltinRuleset, (rule: Pick<Rule, 'preset' | 'category'>) => boolean>> = {
  default: (rule) => rule.preset === 'recommended',
  strict: (rule) => rule.preset === 'recommended' || rule.preset === 'strict',
  security: (rule) => rule.preset === 'recommended' && SECURITY_CATEGORIES.includes(rule.category),
};

/** Returns the SHA-256 digest of everything that decides the results of a ruleset. */
export function digestOf(settings: readonly RuleSetting[]): string {
  const hash = createHash('sha256');
  for (const { rule, severity, options } of settings) {
    const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
    hash.update(`${JSON.stringify([rule.id, rule.textDigest ?? rule.version, severity, sorted])}\n`);
  }
  return hash.digest('hex');
}

/**
 * Returns a rule that follows data with its tables: those that it has for itself by its options, else those of the pack.
 * @param shared tables with the names of the pack; absent: it has none
 */
export function withTables(rule: Rule, options: Options, shared?: OwnTables): Rule {
  const { id, follows, rowsBy } = rule;
  if (follows === undefined || follows.own !== undefined) return rule;
  const { family, sinks: kinds } = follows;
  const own = rowsBy
    ? { by: id, classes: shared?.classes ?? {}, rows: { ...rowsBy(options), family, kinds } }
    : shared;
  return own === undefined ? rule : ({ ...rule, follows: { ...follows, own } } as Rule);
}

/** Returns whether a rule has the options that it cannot run without. */
export function hasNeeded({ needsOneOf }: Rule, options: Options): boolean {
  return needsOneOf === undefined || needsOneOf.some((name) => isGiven(options[name]!));
}

/** Returns whether a built-in ruleset has a rule, once the options that it needs are given. */
export function isMember(name: BuiltinRuleset, rule: Pick<Rule, 'preset' | 'category'>): boolean {
  return MEMBERS[name](rule);
}

/** Returns the settings of a built-in ruleset, in the order of the rules' ids. */
export function selectRuleset(name: BuiltinRuleset, rules: readonly Rule[]): Ruleset {
  const settings = rules
    .filter(MEMBERS[name])
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => ({ rule, severity: rule.severity, options: defaultsOf(rule.options) }))
    .filter(({ rule, options }) => hasNeeded(rule, options))
    .map((setting) => ({ ...setting, rule: withTables(setting.rule, setting.options) }));
  return { name, digest: digestOf(settings), settings };
}
