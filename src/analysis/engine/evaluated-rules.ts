/** Rules that were evaluated for a file: if such a rule finished, the absence of its findings means something. */
import type { Rule } from '../model/rule.ts';
import type { Ruleset } from '../model/ruleset.ts';
import type { Dispatch } from './dispatch/dispatch.ts';
import { judges } from './project/run-project-rules.ts';

/** Scope of the rules across files: nothing, a file by itself, or a project. */
export type Across = 'nothing' | 'file' | 'project';

/**
 * Returns the ids, also old ones, of the rules for a file with workflows of these tables. Excludes those that failed, and
 * those that the policy excludes.
 */
export type EvaluatedRules = (
  dispatches: readonly Dispatch[],
  across: Across,
  failed: { has(ruleId: string): boolean; readonly size: number },
  excluded: ReadonlySet<Rule>,
) => readonly string[];

/** Returns the ids of rules, old ones too. */
export const idsOf = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ id, replaces = [] }) => [id, ...replaces]);

/** Evaluated rules of certain files. */
interface Evaluated {
  readonly across: Across;
  readonly dispatches: readonly Dispatch[];
  readonly rules: readonly Rule[];
  readonly ids: readonly string[];
}

/** Creates the look-up for a ruleset. It caches results: there are few tables, and nearly every file needs one. */
export function createEvaluatedRules({ settings }: Ruleset): EvaluatedRules {
  const known: Evaluated[] = [];

  function evaluated(tables: readonly Dispatch[], across: Across): readonly Rule[] {
    const looksAtOne = (rule: Rule): boolean => {
      if (rule.level !== 'project')
        return tables.some((table) => table.settings.some((setting) => setting.rule === rule));
      if (across === 'nothing' || !judges(rule, across === 'project')) return false;
      return tables.some(({ platform }) => rule.platforms.includes(platform));
    };
    return settings.map(({ rule }) => rule).filter(looksAtOne);
  }

  function lookUp(dispatches: readonly Dispatch[], across: Across): Evaluated {
    for (const entry of known)
      if (entry.across === across && isSame(entry.dispatches, dispatches)) return entry;
    const rules = evaluated(dispatches, across);
    const entry = { across, dispatches, rules, ids: idsOf(rules) };
    known.push(entry);
    return entry;
  }

  return (dispatches, across, failed, excluded) => {
    const { rules, ids } = lookUp(dispatches, across);
    if (failed.size === 0 && excluded.size === 0) return ids;
    return idsOf(rules.filter((rule) => !failed.has(rule.id) && !excluded.has(rule)));
  };
}

function isSame(one: readonly Dispatch[], other: readonly Dispatch[]): boolean {
  return one.length === other.length && one.every((dispatch, i) => dispatch === other[i]);
}
