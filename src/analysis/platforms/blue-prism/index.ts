/** Reader of Blue Prism processes, objects and releases. */
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';
import { attributeText } from '../xml/document.ts';
import { xmlSource } from '../xml/source.ts';
import { isReleaseArchive, readReleaseArchive } from './archive.ts';
import { readProcess } from './process.ts';
import { recogniseDocument } from './recognise.ts';
import { readRelease } from './release.ts';
import { releaseSnippet } from './snippet.ts';

function nameWithoutEnding(file: InputFile): string {
  return file.name.replace(/\.[^.]{1,20}$/, '');
}

function recognise(file: InputFile): FileKind | undefined {
  if (file.syntax === 'zip') return isReleaseArchive(file.archive()) ? 'blue-prism-archive' : undefined;
  return file.syntax === 'xml' ? recogniseDocument(file.xml()) : undefined;
}

function read(file: InputFile, kind: FileKind): readonly Workflow[] {
  if (kind === 'blue-prism-archive') return readReleaseArchive(file.archive(), read);
  const doc = file.xml();
  const source = xmlSource(doc);
  const name = nameWithoutEnding(file);
  if (kind === 'blue-prism-release') return readRelease(doc, source, name);
  return [readProcess({ doc, source, element: 0, id: attributeText(doc, 0, 'preferredid') ?? '', name })];
}

/** Reads `.bpprocess`, `.bpobject` and `.bprelease` files under any name, and zips of them. */
export const bluePrism: PlatformReader = {
  platform: 'blue-prism',
  recognise,
  read,
  snippet: releaseSnippet,
};
