/**
 * Reads files of a Control Room beside bots: processes, forms, AI agents and AI skills. Their formats are not documented:
 * the steps and the texts are read, and the files that they name in the repository.
 */
import type { FileKind } from '../../../model/kinds/file-kind.ts';
import type { Property, Workflow } from '../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { type JsonDocument, JsonKind, text } from '../../json/document.ts';
import { memberSource } from '../../json/source.ts';
import { memberName, readStepSettings, type SettingsReading } from '../../kinds/json-settings.ts';
import { membersAt } from '../../kinds/schema-fields.ts';
import { botPathOf } from '../bot-path.ts';
import { botPath } from '../calls.ts';

/** Members that hold steps, or the elements of a form. */
const HOLDERS: ReadonlySet<string> = new Set([
  'nodes',
  'children',
  'branches',
  'rows',
  'columns',
  'elements',
]);
/** Longest name that a step takes from the file. */
const NAME_MAX = 80;
const REPOSITORY = 'repository:///';

/** Returns what an object with steps or elements is called; undefined for an object that is a setting. */
function titleOf(
  doc: JsonDocument,
  at: number,
): { readonly type: string; readonly name: string } | undefined {
  const command = text(doc, at, 'commandName');
  const type =
    command === undefined ? text(doc, at, 'type') : `${text(doc, at, 'packageName') ?? ''}/${command}`;
  if (type === undefined) return undefined;
  const name =
    ['title', 'label', 'name', 'uid'].map((key) => text(doc, at, key)).find((shown) => shown) ?? type;
  return { type, name: name.slice(0, NAME_MAX) };
}

/** Reads the members of an object into a step, and its steps into steps of their own. */
function readMembers(reading: SettingsReading, at: number, step: DraftActivity): void {
  const { doc } = reading;
  for (const setting of membersAt(doc, at)) {
    const name = memberName(doc, setting);
    if (HOLDERS.has(name.key) && doc.kinds[setting] === JsonKind.array) readSteps(reading, setting, step);
    else if (name.key === 'form' && doc.kinds[setting] === JsonKind.object)
      readMembers(reading, setting, step);
    else readStepSettings(reading, setting, step, name);
  }
}

function readSteps(reading: SettingsReading, list: number, parent: DraftActivity): void {
  const { doc, draft } = reading;
  for (const at of membersAt(doc, list)) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const title = titleOf(doc, at);
    if (title === undefined) {
      readMembers(reading, at, parent);
      continue;
    }
    const id = text(doc, at, 'uid') ?? '';
    const fields = { at, parent: parent.index, role: 'other', id, ...title, properties: [] } as const;
    readMembers(reading, at, addActivity(draft, fields));
  }
}

/** Adds a call for each file of the repository that a setting names. */
function addCalls(draft: Draft): void {
  for (const { properties, name, index } of draft.activities)
    for (const { text: address, at } of properties as readonly Property[])
      if (address.startsWith(REPOSITORY))
        draft.calls.push({ at, owner: index, name, target: botPath(address), bindings: [] });
}

/** Reads a file of a kind. */
export function readControlRoomFile(file: InputFile, kind: FileKind): Workflow {
  const doc = file.json();
  const { name, repositoryPath = file.path } = botPathOf(file.path);
  const draft = openDraft('automation-anywhere', kind, name, 'a360', memberSource(doc));
  draft.artifactKey = repositoryPath;
  const reading: SettingsReading = { doc, draft, expressionIn: () => undefined, isNoise: () => false };
  const fields = { at: 0, parent: -1, type: kind, role: 'other', name, id: '' } as const;
  const root = addActivity(draft, { ...fields, properties: [] });
  readMembers(reading, 0, root);
  addCalls(draft);
  return closeDraft(draft);
}
