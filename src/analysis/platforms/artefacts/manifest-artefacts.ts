/** Lists what the manifest of an A360 export names beside task bots: its content types say what a file is. */

import type { InputFile } from '../input-file.ts';
import { booleanOf, firstJsonChild, kindOf, member, text } from '../json/document.ts';
import type { Artefact } from './artefact.ts';
import type { ArtefactKind } from './artefact-kinds.ts';

const MANIFEST = /(?:^|\/)manifest\.json$/i;

/** Kinds by content type, without what may stand behind a `+`. */
const KIND_OF_TYPE: ReadonlyMap<string, ArtefactKind> = new Map([
  ['application/vnd.aa.prompt', 'ai-skill'],
  ['application/vnd.aa.aiagent', 'ai-skill'],
]);

/** Returns the files that a manifest names with such a type, by their paths; none for any other file. */
export function artefactsInManifest(file: InputFile): readonly Artefact[] {
  if (!MANIFEST.test(file.path) || file.syntax !== 'json') return [];
  const doc = file.json();
  const files = kindOf(doc, 0) === 'object' ? member(doc, 0, 'files') : -1;
  if (files === -1 || kindOf(doc, files) !== 'array') return [];
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
  const found: Artefact[] = [];
  for (let at = firstJsonChild(doc, files); at !== -1; at = doc.nextSiblings[at]!) {
    if (kindOf(doc, at) !== 'object') continue;
    const path = text(doc, at, 'path')?.replaceAll('\\', '/');
    const [type = ''] = (text(doc, at, 'contentType') ?? '').toLowerCase().split('+');
    const kind = KIND_OF_TYPE.get(type);
    const excluded = member(doc, at, 'excluded');
    const isLeftOut = excluded !== -1 && booleanOf(doc, excluded) === true;
    if (path !== undefined && kind !== undefined && !isLeftOut) found.push({ path: folder + path, kind });
  }
  return found;
}
