/** Reader of Blue Prism processes, objects and releases. */
import type { Workflow } from '../../model/workflow.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';
import { attributeText } from '../xml-document.ts';
import { xmlSource } from '../xml-source.ts';
import { readProcess } from './process.ts';
import { recogniseDocument } from './recognise.ts';
import { readRelease } from './release.ts';
import { snippet } from './snippet.ts';

function nameWithoutEnding(file: InputFile): string {
  return file.name.replace(/\.[^.]{1,20}$/, '');
}

function read(file: InputFile, isRelease: boolean): readonly Workflow[] {
  const doc = file.xml();
  const source = xmlSource(doc);
  const name = nameWithoutEnding(file);
  if (isRelease) return readRelease(doc, source, name);
  return [readProcess({ doc, source, element: 0, id: attributeText(doc, 0, 'preferredid') ?? '', name })];
}

/** Reads `.bpprocess`, `.bpobject` and `.bprelease` files, whatever they are called. */
export const bluePrism: PlatformReader = {
  platform: 'blue-prism',
  recognise: (file) => (file.syntax === 'xml' ? recogniseDocument(file.xml()) : undefined),
  read: (file, kind) => read(file, kind === 'blue-prism-release'),
  snippet,
};
