/** Which rules look at a file: when one of them ran to its end, the absence of its findings means something. */
import type { Rule } from '../model/rule.ts';
import type { Ruleset } from '../model/ruleset.ts';
import type { Dispatch } from './dispatch.ts';
import { judges } from './project/run-project-rules.ts';

/** What is judged across files: nothing, a file by itself, or a project. */
export type Across = 'nothing' | 'file' | 'project';

/** Ids of the rules that look at a file with workflows of these tables, old ids too, but for those that have failed. */
export type EvaluatedRules = (
  dispatches: ReadonlySet<Dispatch>,
  across: Across,
  failed: { has(ruleId: string): boolean; readonly size: number },
) => readonly string[];

/** The ids of rules, old ones too. */
export const idsOf = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ id, replaces = [] }) => [id, ...replaces]);

/** What is found out about a ruleset is remembered: there are few tables, and nearly every file needs one. */
export function createEvaluatedRules({ settings }: Ruleset): EvaluatedRules {
  const known = new Map<string, { readonly rules: readonly Rule[]; readonly ids: readonly string[] }>();

  function evaluated(dispatches: ReadonlySet<Dispatch>, across: Across): readonly Rule[] {
    const tables = [...dispatches];
    const looksAtOne = (rule: Rule): boolean => {
      if (rule.level !== 'project')
        return tables.some((table) => table.settings.some((setting) => setting.rule === rule));
      if (across === 'nothing' || !judges(rule, across === 'project')) return false;
      return tables.some(({ platform }) => rule.platforms.includes(platform));
    };
    return settings.map(({ rule }) => rule).filter(looksAtOne);
  }

  return (dispatches, across, failed) => {
    let key: string = across;
    for (const { platform, language } of dispatches) key += ` ${platform} ${language}`;
    let answer = known.get(key);
    if (answer === undefined) {
      const rules = evaluated(dispatches, across);
      answer = { rules, ids: idsOf(rules) };
      known.set(key, answer);
    }
    return failed.size === 0 ? answer.ids : idsOf(answer.rules.filter(({ id }) => !failed.has(id)));
  };
}
