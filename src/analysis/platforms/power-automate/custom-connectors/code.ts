/** Reader of the code of custom connectors: a class that the platform runs for each request. */
import type { Workflow } from '../../../model/workflow.ts';
import { readCode } from '../../dot-net/code/read-code.ts';
import { closeDraft, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { codeSource } from '../../uipath/coded/code-source.ts';
import { addComments } from '../../uipath/coded/comments.ts';
import { openReading } from '../../uipath/coded/reading.ts';
import { addMembers } from '../../uipath/coded/steps.ts';

/** Reads the code of a connector: each method with its statements as steps. */
function readConnectorCode(file: InputFile): readonly Workflow[] {
  const code = readCode(file.bytes.toString('utf8'));
  const name = file.path.split('/').at(-2) ?? file.name;
  const { kind } = connectorCode;
  const draft = openDraft('power-automate', kind, name, 'csharp', codeSource(code.cursor.text));
  draft.artifactKey = `code:${file.path}`;
  const reading = openReading(code, file.bytes, draft);
  addMembers(reading, code.types);
  addComments(reading);
  return [closeDraft(draft)];
}

/** Code of custom connectors. */
export const connectorCode: KindReader = {
  kind: 'power-automate-connector-code',
  path: /\.csx$/i,
  syntax: 'other',
  marks: ['ScriptBase'],
  read: readConnectorCode,
};
