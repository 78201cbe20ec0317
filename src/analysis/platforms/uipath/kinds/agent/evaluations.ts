/** Reads the sets of test cases of an agent, and the evaluators that they name. */
import type { Workflow } from '../../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { type JsonDocument, JsonKind, member, stringOf, text } from '../../../json/document.ts';
import { jsonSource } from '../../../json/source.ts';
import { membersAt } from '../../../kinds/schema-fields.ts';

function listOf(doc: JsonDocument): number {
  return doc.kinds[0] === JsonKind.object ? member(doc, 0, 'evaluations') : -1;
}

/** Returns whether a document is a set of test cases. */
export function isEvaluationSet(doc: JsonDocument): boolean {
  const list = listOf(doc);
  return list !== -1 && doc.kinds[list] === JsonKind.array;
}

/** Members that say what a run has to do, in sets of agents and in those of the SDK. */
const EXPECTATIONS = ['expectedOutput', 'expectedAgentBehavior', 'evaluationCriterias'] as const;
/** Members by which a simulation gives the run its inputs or what its tools answer. */
const SIMULATIONS = ['simulateInput', 'simulateTools', 'mockingStrategy', 'inputMockingStrategy'] as const;
/** More test cases than people write; longer inputs are not compared. */
const CASES_MAX = 1000;
const COMPARED_MAX = 4000;

/** Returns the JSON of a value; `''` if it is empty, absent or too long to compare. */
function content(doc: JsonDocument, at: number): string {
  if (at === -1 || doc.kinds[at] === JsonKind.null) return '';
  if (doc.kinds[at] === JsonKind.string && stringOf(doc, at)!.trim() === '') return '';
  if (doc.kinds[at]! <= JsonKind.array && membersAt(doc, at).next().done === true) return '';
  const [start, end] = [doc.starts[at]!, doc.ends[at]!];
  return end - start > COMPARED_MAX ? '' : doc.bytes.toString('utf8', start, end).replace(/\s+/g, ' ');
}

function hasContent(doc: JsonDocument, at: number): boolean {
  return at !== -1 && (doc.ends[at]! - doc.starts[at]! > COMPARED_MAX || content(doc, at) !== '');
}

/** Returns a test case as `EvaluationCase` of the rules: JSON of its name, inputs, expected output, and whether it expects anything. */
function caseFacts(doc: JsonDocument, at: number): string {
  const of = (key: string): number => member(doc, at, key);
  const isSimulated = SIMULATIONS.some(
    (key) => doc.kinds[of(key)] !== JsonKind.false && hasContent(doc, of(key)),
  );
  return JSON.stringify([
    text(doc, at, 'name') || (text(doc, at, 'id') ?? ''),
    isSimulated ? '' : content(doc, of('inputs')),
    content(doc, of('expectedOutput')),
    EXPECTATIONS.some((key) => hasContent(doc, of(key))),
  ]);
}

/**
 * Reads a set of test cases as a workflow without steps. Its settings are the number of `evaluations`, the ids of its
 * `evaluators`, one a line, and a `case.<position>` for each test case.
 */
export function readEvaluationSet(file: InputFile): Workflow {
  const doc = file.json();
  const name = text(doc, 0, 'name') || file.name;
  const draft = openDraft('uipath', 'uipath-evaluation-set', name, 'javascript', jsonSource(doc));
  draft.artifactKey = text(doc, 0, 'id') || name;
  const cases = [...membersAt(doc, listOf(doc))];
  draft.settings.set('evaluations', String(cases.length));
  const evaluators = member(doc, 0, 'evaluatorRefs');
  if (evaluators !== -1) {
    const ids = [...membersAt(doc, evaluators)].map((at) => stringOf(doc, at) ?? '');
    draft.settings.set('evaluators', ids.join('\n'));
  }
  for (const at of cases.slice(0, CASES_MAX))
    if (doc.kinds[at] === JsonKind.object) draft.settings.set(`case.${at}`, caseFacts(doc, at));
  return closeDraft(draft);
}

/** Returns whether a document is an evaluator of test cases. */
export function isEvaluator(doc: JsonDocument): boolean {
  return doc.kinds[0] === JsonKind.object && text(doc, 0, 'id') !== undefined;
}

/** Reads an evaluator as a workflow without steps, with its id as a setting. */
export function readEvaluator(file: InputFile): Workflow {
  const doc = file.json();
  const id = text(doc, 0, 'id')!;
  const name = text(doc, 0, 'name') || file.name;
  const draft = openDraft('uipath', 'uipath-evaluator', name, 'javascript', jsonSource(doc));
  draft.settings.set('id', id);
  return closeDraft(draft);
}
