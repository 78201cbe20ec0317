/** Dispatch table from the contents of a workflow to their rules, so that a rule costs nothing elsewhere. */
import type { Platform } from '../../model/platform.ts';
import { concerns, type Level, type Rule, type Wanted, type Words } from '../../model/rule.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import type { Activity, ExpressionLanguage } from '../../model/workflow.ts';
import { NOTE_MARKER } from '../notes/parse-notes.ts';
import { type FlowRulesByTables, flowRulesOf } from './flow-rules.ts';
import { add, createWordSearch, type NameTest, type WordSearch, type WordSet } from './word-search.ts';

/** A rule with its lists of words; -1: no list. */
export interface Candidate {
  /** Index among the candidates of the table. */
  readonly number: number;
  readonly setting: RuleSetting;
  /** List of words for the subject itself. */
  readonly words: number;
  /** List of words for anywhere in the workflow. */
  readonly workflowWords: number;
  /** Gate of a rule about workflows that needs an activity of some role or type; -1: none. */
  readonly gate: number;
  readonly wants: Wanted | undefined;
  /** Minimum length of texts. */
  readonly lengthMin: number;
}

/** The rules of one kind of subject. */
export interface Candidates {
  /** Rules for every subject. */
  readonly plain: readonly Candidate[];
  /** Rules for subjects with one of their words. */
  readonly worded: readonly Candidate[];
}

/** Rules for the activities of one role and type. */
export interface ActivityKind extends Candidates {
  /** Index in the table of kinds. */
  readonly number: number;
  /** The gates that such an activity opens. */
  readonly opens: readonly number[];
}

export interface Dispatch {
  readonly platform: Platform;
  readonly language: ExpressionLanguage;
  /** Rules that apply to the platform and language, in the order of their ids. */
  readonly settings: readonly RuleSetting[];
  /** Search for the words of all rules. */
  readonly search: WordSearch;
  /** The lists of those rules that check texts with their words. */
  readonly textWords: WordSet;
  /** List of the word that begins a statement in a note. */
  readonly noteWords: number;
  /** Number of candidates. */
  readonly candidates: number;
  /** Number of gates, which rules about workflows have. */
  readonly gates: number;
  /** Rules of a level; of the level `activity` for all activities. */
  readonly levels: Readonly<Record<Level, Candidates>>;
  /** Rules that check expressions with their words, or calls in them. */
  readonly wordedExpressions: readonly Candidate[];
  /** Rules that check texts with their words, one by one or together. */
  readonly wordedTexts: readonly Candidate[];
  /** Rules that follow data. */
  readonly flowRules: FlowRulesByTables;
  /** Returns the rules for this activity. */
  forActivity(activity: Activity): ActivityKind;
}

/** Levels whose subjects are searched for words one by one. */
const SEARCHED: readonly Level[] = [
  'activity',
  'variable',
  'argument',
  'expression',
  'assignment',
  'callSite',
  'text',
  'texts',
];

/** Returns whether a rule names roles or types of activities. */
const isSelective = ({ roles, types }: Rule): boolean => roles !== undefined || types !== undefined;

function waitsFor({ rule }: RuleSetting, { role, type }: Activity): boolean {
  if (!isSelective(rule)) return true;
  const { roles, types } = rule;
  return (roles?.includes(role) ?? false) || (types?.includes(type) ?? false);
}

function divide(candidates: readonly Candidate[]): Candidates {
  return {
    plain: candidates.filter(({ words }) => words === -1),
    worded: candidates.filter(({ words }) => words !== -1),
  };
}

/** Kinds of activities of one role: those of the types that rules name, and all others. */
interface KindsOfRole {
  readonly named: Map<string, ActivityKind>;
  other: ActivityKind | undefined;
}

/** Gives every list of words and every gate a number; rules with the same list share the number. */
function numberAll(settings: readonly RuleSetting[]) {
  const lists: (readonly string[])[] = [];
  const ofNames = new Map<number, NameTest>();
  const numberOf = ({ rule, options }: RuleSetting, words: Words<never> | undefined): number => {
    if (words === undefined) return -1;
    const list = typeof words === 'function' ? words(options as never) : words;
    // Lists with a predicate for names are separate.
    if (rule.names !== undefined) ofNames.set(lists.length, rule.names);
    const known = rule.names === undefined ? lists.indexOf(list) : -1;
    return known === -1 ? lists.push(rule.names === undefined ? list : [...list]) - 1 : known;
  };
  let gates = 0;
  const candidates = settings.map((setting, number): Candidate => {
    const { level, workflowWords, wants, lengthMin = 1 } = setting.rule;
    // What calls a function has its name in it.
    const words = level === 'callSite' ? setting.rule.callees : setting.rule.words;
    const gate = level === 'workflow' && isSelective(setting.rule) ? gates++ : -1;
    const isSearched = SEARCHED.includes(level);
    return {
      number,
      setting,
      words: isSearched ? numberOf(setting, words) : -1,
      workflowWords: numberOf(setting, isSearched ? workflowWords : (words ?? workflowWords)),
      gate,
      wants,
      lengthMin,
    };
  });
  return { lists, ofNames, candidates, gates };
}

/** Builds the table once for a ruleset, platform and language; role and type pairs are added on first use. */
export function createDispatch(ruleset: Ruleset, platform: Platform, language: ExpressionLanguage): Dispatch {
  const settings = ruleset.settings.filter(({ rule }) => concerns(rule, platform, language));
  const { lists, ofNames, candidates, gates } = numberAll(settings);
  const noteWords = lists.push([NOTE_MARKER]) - 1;
  const search = createWordSearch(lists, ofNames);
  const ofLevel = (level: Level): Candidates =>
    divide(candidates.filter(({ setting }) => setting.rule.level === level));
  const levels = {
    workflow: ofLevel('workflow'),
    activity: ofLevel('activity'),
    variable: ofLevel('variable'),
    argument: ofLevel('argument'),
    call: ofLevel('call'),
    connection: ofLevel('connection'),
    transition: ofLevel('transition'),
    expression: ofLevel('expression'),
    assignment: ofLevel('assignment'),
    callSite: ofLevel('callSite'),
    text: ofLevel('text'),
    dataFlow: ofLevel('dataFlow'),
    dataFlows: ofLevel('dataFlows'),
    texts: ofLevel('texts'),
    project: ofLevel('project'),
  };
  const wordedExpressions = [...levels.expression.worded, ...levels.callSite.worded];
  const wordedTexts = [...levels.text.worded, ...levels.texts.worded];
  const textWords = search.none();
  for (const { words } of wordedTexts) add(textWords, words);
  const activityRules = candidates.filter(({ setting }) => setting.rule.level === 'activity');
  const gatedRules = candidates.filter(({ gate }) => gate !== -1);
  // Types come from the file, and a hostile one has a million: only those that rules name may become keys.
  const namedTypes = new Set(
    [...activityRules, ...gatedRules].flatMap(({ setting: { rule } }) => rule.types ?? []),
  );
  const byRole = new Map<string, KindsOfRole>();
  let kinds = 0;
  function kindOf(activity: Activity): ActivityKind {
    const waiting = ({ setting }: Candidate): boolean => waitsFor(setting, activity);
    const opens = gatedRules.filter(waiting).map(({ gate }) => gate);
    kinds += 1;
    return { ...divide(activityRules.filter(waiting)), number: kinds - 1, opens };
  }
  return {
    platform,
    language,
    settings,
    search,
    textWords,
    noteWords,
    candidates: candidates.length,
    gates,
    levels,
    wordedExpressions,
    wordedTexts,
    flowRules: flowRulesOf(ruleset.settings, platform, language),
    forActivity(activity) {
      const { role, type } = activity;
      let ofRole = byRole.get(role);
      if (ofRole === undefined) {
        ofRole = { named: new Map(), other: undefined };
        byRole.set(role, ofRole);
      }
      const known = ofRole.named.get(type);
      if (known !== undefined) return known;
      if (!namedTypes.has(type)) return (ofRole.other ??= kindOf(activity));
      const found = kindOf(activity);
      ofRole.named.set(type, found);
      return found;
    },
  };
}
