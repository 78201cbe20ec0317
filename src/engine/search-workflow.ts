/** Goes once over the names and texts of a workflow for the words that its rules wait for, whatever their number. */
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
  const inText = search.none();
  const inSubject = search.none();
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

  /** Searches a text with its name, and says whether somebody waits for texts with words that it has. */
  function isWanted(named: Named, text: string): boolean {
    empty(inText);
    search.findInNameOf(named, inText);
    if (text !== '') search.find(text, inText);
    addAll(inSubject, inText);
    return text !== '' && meets(inText, textWords);
  }
  /** The same for a value, without a string of its text where it stands in the file. */
  function isValueWanted(value: Value): boolean {
    const { raw } = value;
    if (raw === undefined) return isWanted(value, value.text);
    empty(inText);
    search.findInNameOf(value, inText);
    search.findRaw(raw, inText);
    addAll(inSubject, inText);
    return raw.start < raw.end && meets(inText, textWords);
  }
  function offerText(text: Text): void {
    offer(waitForTexts, text, isAnchorLive(workflow, text), inText);
  }
  function searchProperty(property: Property): void {
    const { expression } = property;
    if (isValueWanted(property))
      offerText(asText(property, expression === undefined ? 'literal' : 'expression'));
    if (expression === undefined) return;
    if (property.raw === undefined && expression.text !== property.text) return;
    searched.add(expression);
    offer(waitForExpressions, expression, isAnchorLive(workflow, expression), inText);
  }
  function searchActivity(activity: Activity): void {
    empty(inSubject);
    search.findInName(activity.type, inSubject);
    const { rawName } = activity;
    if (rawName === undefined) search.find(activity.name, inSubject);
    else search.findRaw(rawName, inSubject);
    for (const property of activity.properties) searchProperty(property);
    addAll(everywhere, inSubject);
    offer(dispatch.forActivity(activity).worded, activity, isLive(activity), inSubject);
  }
  function searchDefault(value: Value): void {
    if (isValueWanted(value)) offerText(asText(value, 'default'));
  }
  function searchSymbol(symbol: Variable, waiting: readonly Candidate[]): void {
    empty(inSubject);
    search.find(symbol.name, inSubject);
    search.findInName(symbol.type, inSubject);
    for (const modifier of symbol.modifiers ?? []) search.find(modifier, inSubject);
    if (symbol.default !== undefined) searchDefault(symbol.default);
    addAll(everywhere, inSubject);
    offer(waiting, symbol, isAnchorLive(workflow, symbol), inSubject);
  }
  function searchExpression(expression: Expression): void {
    if (searched.has(expression)) return;
    empty(inSubject);
    search.findInName(expression.name, inSubject);
    search.find(expression.text, inSubject);
    addAll(everywhere, inSubject);
    offer(waitForExpressions, expression, isAnchorLive(workflow, expression), inSubject);
  }

  for (const activity of workflow.activities) searchActivity(activity);
  const { worded: waitForVariables } = dispatch.forLevel('variable');
  for (const variable of workflow.variables) searchSymbol(variable, waitForVariables);
  const { worded: waitForArguments } = dispatch.forLevel('argument');
  for (const argument of workflow.arguments) searchSymbol(argument, waitForArguments);
  for (const expression of workflow.expressions) searchExpression(expression);
  empty(inSubject);
  for (const note of workflow.notes) if (isWanted(note, note.text)) offerText(note);
  addAll(everywhere, inSubject);
  for (const { name, connector } of workflow.connections) {
    search.findInName(name, everywhere);
    search.findInName(connector, everywhere);
  }
  for (const [name, value] of workflow.settings) {
    search.findInName(name, everywhere);
    search.find(value, everywhere);
  }
  search.find(workflow.name, everywhere);
  return { everywhere, chosen };
}
