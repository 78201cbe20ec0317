/** A table from what stands in a workflow to the rules that want it, so that a rule costs nothing elsewhere. */
import type { Platform } from '../model/platform.ts';
import { concerns, type Level, type RuleDefinition, type Words } from '../model/rule.ts';
import type { RuleSetting, Ruleset } from '../model/ruleset.ts';
import type { Activity, ExpressionLanguage } from '../model/workflow.ts';
import { add, createWordSearch, type WordSearch, type WordSet } from './word-search.ts';

/** A rule with the lists of words that it waits for; -1: for none. */
export interface Candidate {
  readonly setting: RuleSetting;
  /** To stand in the subject itself. */
  readonly words: number;
  /** To stand anywhere in the workflow. */
  readonly workflowWords: number;
}

/** The rules of one kind of subject. */
export interface Candidates {
  /** Those that want every subject. */
  readonly plain: readonly Candidate[];
  /** Those that want only subjects with one of their words. */
  readonly worded: readonly Candidate[];
}

export interface Dispatch {
  readonly platform: Platform;
  readonly language: ExpressionLanguage;
  /** Rules that concern the platform and language, in the order of their ids. */
  readonly settings: readonly RuleSetting[];
  /** Finds the words that any of the rules waits for. */
  readonly search: WordSearch;
  /** The lists of those rules that want texts with their words. */
  readonly textWords: WordSet;
  /** Rules of a level; of the level `activity` whichever activities they want. */
  forLevel(level: Level): Candidates;
  /** Rules that want this activity. */
  forActivity(activity: Activity): Candidates;
}

/** Levels whose subjects are searched for words one by one. */
const SEARCHED: readonly Level[] = ['activity', 'variable', 'argument', 'expression', 'text', 'texts'];

const NOBODY: Candidates = { plain: [], worded: [] };

function wants({ rule }: RuleSetting, { role, type }: Activity): boolean {
  const { roles, types } = rule as RuleDefinition<'activity', never>;
  if (roles === undefined && types === undefined) return true;
  return (roles?.includes(role) ?? false) || (types?.includes(type) ?? false);
}

function divide(candidates: readonly Candidate[]): Candidates {
  return {
    plain: candidates.filter(({ words }) => words === -1),
    worded: candidates.filter(({ words }) => words !== -1),
  };
}

/** Gives every list of words a number; rules that share a list share the number. */
function numberWords(settings: readonly RuleSetting[]) {
  const lists: (readonly string[])[] = [];
  const numberOf = ({ options }: RuleSetting, words: Words<never> | undefined): number => {
    if (words === undefined) return -1;
    const list = typeof words === 'function' ? words(options as never) : words;
    const known = lists.indexOf(list);
    return known === -1 ? lists.push(list) - 1 : known;
  };
  const candidates = settings.map((setting): Candidate => {
    const { level, words, workflowWords } = setting.rule;
    return SEARCHED.includes(level)
      ? { setting, words: numberOf(setting, words), workflowWords: numberOf(setting, workflowWords) }
      : { setting, words: -1, workflowWords: numberOf(setting, words ?? workflowWords) };
  });
  return { lists, candidates };
}

/** Builds the table once for a ruleset, platform and language; role and type pairs are filled in as they are met. */
export function createDispatch(ruleset: Ruleset, platform: Platform, language: ExpressionLanguage): Dispatch {
  const settings = ruleset.settings.filter(({ rule }) => concerns(rule, platform, language));
  const { lists, candidates } = numberWords(settings);
  const search = createWordSearch(lists);
  const byLevel = Map.groupBy(candidates, ({ setting }) => setting.rule.level);
  const levels = new Map([...byLevel].map(([level, group]) => [level, divide(group)] as const));
  const textWords = search.none();
  for (const level of ['text', 'texts'] as const)
    for (const { words } of levels.get(level)?.worded ?? []) add(textWords, words);
  const activityRules = byLevel.get('activity') ?? [];
  // Types come from the file, and a hostile one has a million: only those that rules name may become keys.
  const namedTypes = new Set(
    activityRules.flatMap(({ setting: { rule } }) => ('types' in rule && rule.types) || []),
  );
  const byRole = new Map<
    string,
    { readonly named: Map<string, Candidates>; other: Candidates | undefined }
  >();
  const divided = (activity: Activity): Candidates =>
    divide(activityRules.filter(({ setting }) => wants(setting, activity)));
  return {
    platform,
    language,
    settings,
    search,
    textWords,
    forLevel: (level) => levels.get(level) ?? NOBODY,
    forActivity(activity) {
      const { role, type } = activity;
      let ofRole = byRole.get(role);
      if (ofRole === undefined) {
        ofRole = { named: new Map(), other: undefined };
        byRole.set(role, ofRole);
      }
      const known = ofRole.named.get(type);
      if (known !== undefined) return known;
      if (!namedTypes.has(type)) {
        ofRole.other ??= divided(activity);
        return ofRole.other;
      }
      const found = divided(activity);
      ofRole.named.set(type, found);
      return found;
    },
  };
}
