/**
 * Goes once over the names and texts of a workflow for the words that its rules wait for, whatever their number. Most
 * texts have none: whatever has to be done with what was found is done only where something was.
 */
import type { Named } from '../model/name-facts.ts';
import { isAnchorLive, isLive } from '../model/navigate.ts';
import { asText, type Text } from '../model/text.ts';
import type { Activity, Expression, Property, Value, Variable, Workflow } from '../model/workflow.ts';
import type { Candidate, Dispatch } from './dispatch.ts';
import { addAll, empty, holds, meets, type WordSet } from './word-search.ts';

/** What a search has found. */
export interface FoundWords {
  /** The words that stand anywhere in the workflow. */
  readonly everywhere: WordSet;
  /** For each rule that waits for words, the subjects with one of them. */
  readonly chosen: ReadonlyMap<Candidate, readonly unknown[]>;
}

/** Searches every name, type and text. */
export function searchWorkflow(workflow: Workflow, dispatch: Dispatch): FoundWords {
  const { search, textWords } = dispatch;
  const everywhere = search.none();
  /** Empty but for the text that is being looked at. */
  const inText = search.none();
  /** Empty but for the subject that is being looked at. */
  const inSubject = search.none();
  let isSubjectEmpty = true;
  const chosen = new Map<Candidate, unknown[]>();

  function offer(candidates: readonly Candidate[], subject: unknown, isSubjectLive: boolean, words: WordSet) {
    for (const candidate of candidates) {
      if (!holds(words, candidate.words)) continue;
      if (!isSubjectLive && candidate.setting.rule.includeDisabled !== true) continue;
      const subjects = chosen.get(candidate);
      if (subjects) subjects.push(subject);
      else chosen.set(candidate, [subject]);
    }
  }

  const waitForTexts = [...dispatch.forLevel('text').worded, ...dispatch.forLevel('texts').worded];
  const waitForExpressions = dispatch.forLevel('expression').worded;
  // Most expressions are the text of a property, which is searched once for both.
  const searched = new Set<Expression>();

  function findInSubject(text: string): void {
    if (search.find(text, inSubject)) isSubjectEmpty = false;
  }
  function findNameInSubject(name: string): void {
    if (search.findInName(name, inSubject)) isSubjectEmpty = false;
  }
  /** Whether a text or its name has words. They are in `inText` then, until `takeText`. */
  function findInText(named: Named, text: string): boolean {
    const isInName = search.findInNameOf(named, inText);
    return (text !== '' && search.find(text, inText)) || isInName;
  }
  /** The same for a value, without a string of its text where it stands in the file. */
  function findInValue(value: Value): boolean {
    const { raw } = value;
    if (raw === undefined) return findInText(value, value.text);
    const isInName = search.findInNameOf(value, inText);
    return search.findRaw(raw, inText) || isInName;
  }
  /** Offers the text in which something was found, if somebody waits for texts with its words. */
  function offerText(toText: () => Text): void {
    if (!meets(inText, textWords)) return;
    const text = toText();
    const { raw } = text;
    const isEmpty = raw === undefined ? text.text === '' : raw.start === raw.end;
    if (!isEmpty) offer(waitForTexts, text, isAnchorLive(workflow, text), inText);
  }
  function takeText(): void {
    addAll(inSubject, inText);
    empty(inText);
    isSubjectEmpty = false;
  }
  function endSubject(waiting: readonly Candidate[], subject: unknown, isSubjectLive: boolean): void {
    if (isSubjectEmpty) return;
    addAll(everywhere, inSubject);
    offer(waiting, subject, isSubjectLive, inSubject);
    empty(inSubject);
    isSubjectEmpty = true;
  }
  function searchProperty(property: Property): void {
    const { expression } = property;
    const isShared =
      expression !== undefined && (property.raw !== undefined || expression.text === property.text);
    if (isShared) searched.add(expression);
    if (!findInValue(property)) return;
    offerText(() => asText(property, expression === undefined ? 'literal' : 'expression'));
    if (isShared) offer(waitForExpressions, expression, isAnchorLive(workflow, expression), inText);
    takeText();
  }
  function searchActivity(activity: Activity): void {
    findNameInSubject(activity.type);
    const { rawName } = activity;
    if (rawName === undefined) findInSubject(activity.name);
    else if (search.findRaw(rawName, inSubject)) isSubjectEmpty = false;
    for (const property of activity.properties) searchProperty(property);
    if (!isSubjectEmpty) endSubject(dispatch.forActivity(activity).worded, activity, isLive(activity));
  }
  function searchDefault(value: Value): void {
    if (!findInValue(value)) return;
    offerText(() => asText(value, 'default'));
    takeText();
  }
  function searchSymbol(symbol: Variable, waiting: readonly Candidate[]): void {
    findInSubject(symbol.name);
    findNameInSubject(symbol.type);
    for (const modifier of symbol.modifiers ?? []) findNameInSubject(modifier);
    if (symbol.default !== undefined) searchDefault(symbol.default);
    endSubject(waiting, symbol, isAnchorLive(workflow, symbol));
  }
  function searchExpression(expression: Expression): void {
    if (searched.has(expression)) return;
    findNameInSubject(expression.name);
    findInSubject(expression.text);
    endSubject(waitForExpressions, expression, isAnchorLive(workflow, expression));
  }

  for (const activity of workflow.activities) searchActivity(activity);
  const { worded: waitForVariables } = dispatch.forLevel('variable');
  for (const variable of workflow.variables) searchSymbol(variable, waitForVariables);
  const { worded: waitForArguments } = dispatch.forLevel('argument');
  for (const argument of workflow.arguments) searchSymbol(argument, waitForArguments);
  for (const expression of workflow.expressions) searchExpression(expression);
  for (const note of workflow.notes) {
    if (!findInText(note, note.text)) continue;
    offerText(() => note);
    takeText();
  }
  for (const { name, connector } of workflow.connections) {
    findNameInSubject(name);
    findNameInSubject(connector);
  }
  for (const [name, value] of workflow.settings) {
    findNameInSubject(name);
    findInSubject(value);
  }
  findInSubject(workflow.name);
  endSubject([], workflow, true);
  return { everywhere, chosen };
}
