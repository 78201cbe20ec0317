/** Kinds of files of a Control Room beside bots. Their content shows them, or the type in a manifest. */
import type { FileKind } from '../../../model/kinds/file-kind.ts';
import type { InputFile } from '../../input-file.ts';
import { JsonKind, member } from '../../json/document.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { objectAt } from '../../kinds/schema-fields.ts';
import { isProcess } from '../recognise.ts';
import { readControlRoomFile } from './control-room-file.ts';

/** Kinds by the content type in a manifest, without what may stand behind a `+`. */
export const KIND_OF_TYPE: ReadonlyMap<string, FileKind> = new Map([
  ['application/vnd.aa.workflow', 'automation-anywhere-process'],
  ['application/vnd.aa.form', 'automation-anywhere-form'],
  ['application/vnd.aa.prompt', 'automation-anywhere-ai-skill'],
  ['application/vnd.aa.aiagent', 'automation-anywhere-ai-agent'],
]);

/** Files of a Control Room have no endings of their own, and a point in some names. */
const IN_CONTROL_ROOM = /(?:^|\/)automation anywhere\/|(?:^|\/)[^/.]+$|\.json$/i;

function isForm(file: InputFile): boolean {
  const doc = file.json();
  const form = objectAt(doc, 0, 'form');
  const rows = form === -1 ? -1 : member(doc, form, 'rows');
  return rows !== -1 && doc.kinds[rows] === JsonKind.array;
}

/** Every kind that its content shows. */
export const AUTOMATION_ANYWHERE_KINDS: readonly KindReader[] = [
  {
    kind: 'automation-anywhere-process',
    path: IN_CONTROL_ROOM,
    syntax: 'json',
    marks: ['HBCWorkflow'],
    isOne: (file) => isProcess(file.json()),
    read: (file) => [readControlRoomFile(file, 'automation-anywhere-process')],
  },
  {
    kind: 'automation-anywhere-form',
    path: IN_CONTROL_ROOM,
    syntax: 'json',
    marks: ['"form"'],
    isOne: isForm,
    read: (file) => [readControlRoomFile(file, 'automation-anywhere-form')],
  },
];
