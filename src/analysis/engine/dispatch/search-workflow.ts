/**
 * Searches the names and texts of a workflow once for the words of all its rules. Most texts have none, so any further
 * work is done only after a match.
 */
import { isAnchorLive, isLive } from '../../model/navigate.ts';
import { asText, type Text } from '../../model/text.ts';
import type {
  Activity,
  Expression,
  Note,
  Property,
  Value,
  Variable,
  Workflow,
} from '../../model/workflow.ts';
import { codeValues } from '../../semantics/assignments/assignments.ts';
import { namedSetting } from '../../semantics/assignments/setting-names.ts';
import type { Candidate, Dispatch } from './dispatch.ts';
import { addAll, empty, holds, meets, type WordSearch, type WordSet } from './word-search.ts';

/** Result of a search. */
export interface FoundWords {
  /** Lists with a word anywhere in the workflow. */
  readonly everywhere: WordSet;
  /** By number of a rule with words: the subjects with one of them; undefined: none. */
  readonly chosen: readonly (readonly unknown[] | undefined)[];
}

/** State of a search. */
interface Pass {
  readonly workflow: Workflow;
  readonly dispatch: Dispatch;
  readonly search: WordSearch;
  readonly everywhere: WordSet;
  /** Empty except during the search of a text. */
  readonly inText: WordSet;
  /** Empty except during the search of a subject. */
  readonly inSubject: WordSet;
  isSubjectEmpty: boolean;
  readonly chosen: (unknown[] | undefined)[];
  /** Number of first expressions that are the texts of properties, which are searched once for both. */
  searchedFirst: number;
  /** All expressions; made when a rule waits for one. */
  listed: ReadonlySet<Expression> | undefined;
  /** Further searched expressions, in files whose order is not that of the properties. */
  readonly searched: Set<Expression>;
}

/** Searches every name, type and text. */
export function searchWorkflow(workflow: Workflow, dispatch: Dispatch): FoundWords {
  const { search, levels } = dispatch;
  const pass: Pass = {
    workflow,
    dispatch,
    search,
    everywhere: search.none(),
    inText: search.none(),
    inSubject: search.none(),
    isSubjectEmpty: true,
    chosen: new Array<unknown[] | undefined>(dispatch.candidates).fill(undefined),
    searchedFirst: 0,
    listed: undefined,
    searched: new Set(),
  };
  for (const activity of workflow.activities) searchActivity(pass, activity);
  for (const variable of workflow.variables) searchSymbol(pass, variable, levels.variable.worded);
  for (const argument of workflow.arguments) searchSymbol(pass, argument, levels.argument.worded);
  for (let i = pass.searchedFirst; i < workflow.expressions.length; i += 1)
    searchExpression(pass, workflow.expressions[i]!);
  for (const note of workflow.notes) searchNote(pass, note);
  for (const { name, connector } of workflow.connections) {
    findName(pass, name);
    findName(pass, connector);
  }
  for (const [name, value] of workflow.settings) {
    findName(pass, name);
    find(pass, value);
  }
  find(pass, workflow.name);
  endSubject(pass, NO_CANDIDATES, workflow, true);
  return pass;
}

const NO_CANDIDATES: readonly Candidate[] = [];

/** Searches a text of the subject. */
function find(pass: Pass, text: string): void {
  if (pass.search.find(text, pass.inSubject)) pass.isSubjectEmpty = false;
}

/** Searches a recurring name in the subject. */
function findName(pass: Pass, name: string): void {
  if (pass.search.findInName(name, pass.inSubject)) pass.isSubjectEmpty = false;
}

function searchActivity(pass: Pass, activity: Activity): void {
  findName(pass, activity.type);
  searchActivityName(pass, activity);
  for (const property of activity.properties) searchProperty(pass, property);
  if (pass.isSubjectEmpty) return;
  endSubject(pass, pass.dispatch.forActivity(activity).worded, activity, isLive(activity));
}

function searchActivityName(pass: Pass, activity: Activity): void {
  const { search, inText } = pass;
  const { rawName, properties } = activity;
  if (!(rawName === undefined ? search.find(activity.name, inText) : search.findRaw(rawName, inText))) return;
  // The name of the activity may be that of the value.
  for (const property of properties) if (namedSetting(property).isBare) offerAssigned(pass, property, inText);
  takeText(pass);
}

function searchProperty(pass: Pass, property: Property): void {
  const { expression } = property;
  const isShared =
    expression !== undefined && (property.raw !== undefined || expression.text === property.text);
  if (isShared) recordSearched(pass, expression);
  if (!findInValue(pass, property)) return;
  offerText(pass, property, expression === undefined ? 'literal' : 'expression');
  if (isShared) offerExpression(pass, expression);
  offerAssigned(pass, property, pass.inText);
  takeText(pass);
}

/** Adds the expression of a setting; one that only names what the setting writes is none of the workflow. */
function offerExpression(pass: Pass, expression: Expression): void {
  const { workflow, dispatch, inText } = pass;
  const { wordedExpressions } = dispatch;
  if (!wordedExpressions.some(({ words }) => holds(inText, words))) return;
  pass.listed ??= new Set(workflow.expressions);
  if (!pass.listed.has(expression)) return;
  offer(pass, wordedExpressions, expression, isAnchorLive(workflow, expression), inText);
}

/** Adds a setting or default to the rules about assignments, which are made of it later. */
function offerAssigned(pass: Pass, value: Value, words: WordSet): void {
  const { worded } = pass.dispatch.levels.assignment;
  if (worded.length > 0) offer(pass, worded, value, isAnchorLive(pass.workflow, value), words);
}

function recordSearched(pass: Pass, expression: Expression): void {
  // Nearly all are in the order of their properties, and a set of all would cost more than a second search of most.
  if (pass.workflow.expressions[pass.searchedFirst] === expression) pass.searchedFirst += 1;
  else pass.searched.add(expression);
}

/**
 * Returns whether a value or its name has words, which `inText` holds until `takeText`. A text that stands in the file
 * costs no string.
 */
function findInValue({ search, inText }: Pass, value: Value | Note): boolean {
  const { raw } = value;
  const isInName = search.findInNameOf(value, inText);
  return (raw === undefined ? search.find(value.text, inText) : search.findRaw(raw, inText)) || isInName;
}

function searchSymbol(pass: Pass, symbol: Variable, waiting: readonly Candidate[]): void {
  find(pass, symbol.name);
  findName(pass, symbol.type);
  if (symbol.modifiers !== undefined) for (const modifier of symbol.modifiers) findName(pass, modifier);
  if (symbol.default !== undefined) searchDefault(pass, symbol.default);
  if (pass.isSubjectEmpty) return;
  if (symbol.default !== undefined) offerAssigned(pass, symbol.default, pass.inSubject);
  endSubject(pass, waiting, symbol, isAnchorLive(pass.workflow, symbol));
}

function searchDefault(pass: Pass, value: Value): void {
  if (!findInValue(pass, value)) return;
  offerText(pass, value, 'default');
  takeText(pass);
}

function searchExpression(pass: Pass, expression: Expression): void {
  if (pass.searched.has(expression)) return;
  findName(pass, expression.name);
  find(pass, expression.text);
  if (pass.isSubjectEmpty) return;
  const { wordedExpressions } = pass.dispatch;
  endSubject(pass, wordedExpressions, expression, isAnchorLive(pass.workflow, expression));
}

function searchNote(pass: Pass, note: Note): void {
  if (!findInValue(pass, note)) return;
  offerText(pass, note, note.kind);
  const code = note.kind === 'code' ? codeValues(pass.workflow).get(note) : undefined;
  if (code !== undefined) offerAssigned(pass, code, pass.inText);
  takeText(pass);
}

/** Returns an upper bound of a text's characters, without a string of it where it stands in the file. */
function lengthOf(text: Pick<Text, 'raw' | 'text'>): number {
  const { raw } = text;
  return raw === undefined ? text.text.length : raw.end - raw.start;
}

/** Adds a value with matches to the rules about texts. */
function offerText(pass: Pass, value: Value | Note, kind: Text['kind']): void {
  const { dispatch, inText, chosen } = pass;
  if (!meets(inText, dispatch.textWords)) return;
  const length = lengthOf(value);
  let text: Text | undefined;
  for (const { number, words, lengthMin, setting } of dispatch.wordedTexts) {
    if (length < lengthMin || !holds(inText, words)) continue;
    if (setting.rule.includeDisabled !== true && !isAnchorLive(pass.workflow, value)) continue;
    text ??= 'kind' in value ? value : asText(value, kind);
    const subjects = chosen[number];
    if (subjects === undefined) chosen[number] = [text];
    else subjects.push(text);
  }
}

function offer(
  { chosen }: Pass,
  candidates: readonly Candidate[],
  subject: unknown,
  isSubjectLive: boolean,
  words: WordSet,
): void {
  for (const candidate of candidates) {
    if (!holds(words, candidate.words)) continue;
    if (!isSubjectLive && candidate.setting.rule.includeDisabled !== true) continue;
    const subjects = chosen[candidate.number];
    if (subjects === undefined) chosen[candidate.number] = [subject];
    else subjects.push(subject);
  }
}

function takeText(pass: Pass): void {
  addAll(pass.inSubject, pass.inText);
  empty(pass.inText);
  pass.isSubjectEmpty = false;
}

function endSubject(pass: Pass, waiting: readonly Candidate[], subject: unknown, isLive: boolean): void {
  if (pass.isSubjectEmpty) return;
  addAll(pass.everywhere, pass.inSubject);
  offer(pass, waiting, subject, isLive, pass.inSubject);
  empty(pass.inSubject);
  pass.isSubjectEmpty = true;
}
