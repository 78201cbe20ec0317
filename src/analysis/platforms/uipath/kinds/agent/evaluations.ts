/** Reads the sets of test cases of an agent: how many there are. */
import type { Workflow } from '../../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { type JsonDocument, JsonKind, member, text } from '../../../json/document.ts';
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

/** Reads a set of test cases as a workflow without steps. */
export function readEvaluationSet(file: InputFile): Workflow {
  const doc = file.json();
  const name = text(doc, 0, 'name') || file.name;
  const draft = openDraft('uipath', 'uipath-evaluation-set', name, 'javascript', jsonSource(doc));
  draft.artifactKey = text(doc, 0, 'id') || name;
  draft.settings.set('evaluations', String([...membersAt(doc, listOf(doc))].length));
  return closeDraft(draft);
}
