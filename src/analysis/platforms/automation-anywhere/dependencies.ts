/** Dependencies of bots, from the manifest of an export and the Git folders of a Control Room. */
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import {
  booleanOf,
  type JsonDocument,
  jsonChildren,
  kindOf,
  member,
  stringOf,
  text,
} from '../json/document.ts';
import { jsonSource } from '../json/source.ts';

const PART = /^(?:manifest|dependencies)\.json$/i;
const LISTS = ['scannedDependencies', 'manualDependencies'];

/** Reads the dependencies of one bot: texts, or objects with a path. */
function readLists(doc: JsonDocument, draft: Draft, holder: number): void {
  const bot = text(doc, holder, 'path')?.replaceAll('\\', '/') ?? '';
  for (const list of LISTS) {
    const at = member(doc, holder, list);
    if (at === -1 || kindOf(doc, at) !== 'array') continue;
    for (const entry of jsonChildren(doc, at)) {
      const path = kindOf(doc, entry) === 'object' ? text(doc, entry, 'path') : stringOf(doc, entry);
      if (!path) continue;
      const target = path.replaceAll('\\', '/');
      draft.references.push({ at: entry, owner: -1, name: list, kind: 'file', target, detail: bot });
    }
  }
}

/** Reads the manifest of an export, or the dependencies of one bot in a Git folder; empty for other files. */
export function readDependencies(file: InputFile): readonly Workflow[] {
  if (file.syntax !== 'json' || !PART.test(file.name)) return [];
  const doc = file.json();
  if (kindOf(doc, 0) !== 'object') return [];
  const files = member(doc, 0, 'files');
  const isManifest = files !== -1 && kindOf(doc, files) === 'array';
  if (!isManifest && LISTS.every((list) => member(doc, 0, list) === -1)) return [];
  const draft = openDraft(
    'automation-anywhere',
    'automation-anywhere-export',
    file.name,
    'a360',
    jsonSource(doc),
  );
  if (!isManifest) readLists(doc, draft, 0);
  else {
    for (const entry of jsonChildren(doc, files)) {
      if (kindOf(doc, entry) !== 'object') continue;
      const excluded = member(doc, entry, 'excluded');
      const path = text(doc, entry, 'path')?.replaceAll('\\', '/');
      // Excluded from the export on purpose: its absence is no defect.
      if (path && excluded !== -1 && booleanOf(doc, excluded) === true)
        draft.settings.set(`excluded.${path}`, '');
      else readLists(doc, draft, entry);
    }
  }
  draft.artifactKey = file.name;
  return [closeDraft(draft)];
}
