/** Goes once over the names and texts of a workflow for the words that its rules wait for, whatever their number. */
import { isAnchorLive, isLive } from '../model/navigate.ts';
import { asText, type Text } from '../model/text.ts';
import type { Expression, Property, Variable, Workflow } from '../model/workflow.ts';
import type { Candidate, Dispatch } from './dispatch.ts';
import { addAll, holds, meets, type WordSet } from './word-search.ts';

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

  const waitForTexts = dispatch.forLevel('text').worded;
  const waitForExpressions = dispatch.forLevel('expression').worded;
  // Most expressions are the text of a property, which is searched once for both.
  const searched = new Set<Expression>();
  function searchText(name: string, text: string, make: () => Text): void {
    inText.fill(0);
    search.find(name, inText);
    search.find(text, inText);
    addAll(inSubject, inText);
    if (text === '' || !meets(inText, textWords)) return;
    const subject = make();
    offer(waitForTexts, subject, isAnchorLive(workflow, subject), inText);
  }

  function searchProperty(property: Property): void {
    const { name, text, expression } = property;
    searchText(name, text, () => asText(property, expression === undefined ? 'literal' : 'expression'));
    if (expression === undefined || expression.text !== text) return;
    searched.add(expression);
    offer(waitForExpressions, expression, isAnchorLive(workflow, expression), inText);
  }

  function searchSymbol(symbol: Variable, waiting: readonly Candidate[]): void {
    const { name, type, default: value, modifiers } = symbol;
    inSubject.fill(0);
    search.find(name, inSubject);
    search.find(type, inSubject);
    if (modifiers !== undefined) for (const modifier of modifiers) search.find(modifier, inSubject);
    if (value !== undefined) searchText(value.name, value.text, () => asText(value, 'default'));
    addAll(everywhere, inSubject);
    offer(waiting, symbol, isAnchorLive(workflow, symbol), inSubject);
  }

  for (const activity of workflow.activities) {
    inSubject.fill(0);
    search.find(activity.type, inSubject);
    search.find(activity.name, inSubject);
    for (const property of activity.properties) searchProperty(property);
    addAll(everywhere, inSubject);
    offer(dispatch.forActivity(activity).worded, activity, isLive(activity), inSubject);
  }
  const { worded: waitForVariables } = dispatch.forLevel('variable');
  for (const variable of workflow.variables) searchSymbol(variable, waitForVariables);
  const { worded: waitForArguments } = dispatch.forLevel('argument');
  for (const argument of workflow.arguments) searchSymbol(argument, waitForArguments);
  for (const expression of workflow.expressions) {
    if (searched.has(expression)) continue;
    inSubject.fill(0);
    search.find(expression.name, inSubject);
    search.find(expression.text, inSubject);
    addAll(everywhere, inSubject);
    offer(waitForExpressions, expression, isAnchorLive(workflow, expression), inSubject);
  }
  inSubject.fill(0);
  for (const note of workflow.notes) searchText(note.name, note.text, () => note);
  addAll(everywhere, inSubject);
  for (const { name, connector } of workflow.connections) {
    search.find(name, everywhere);
    search.find(connector, everywhere);
  }
  for (const [name, value] of workflow.settings) {
    search.find(name, everywhere);
    search.find(value, everywhere);
  }
  search.find(workflow.name, everywhere);
  return { everywhere, chosen };
}
