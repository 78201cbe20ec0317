/** Reader of Automation Anywhere A360: task bots, and exports and Git folders full of them. */
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';
import { readDependencies } from './dependencies.ts';
import { hasOtherKinds, isExport, readExport, readExportParts } from './export.ts';
import { AUTOMATION_ANYWHERE_KINDS } from './kinds/kinds.ts';
import { readBot } from './parse.ts';
import { findBot } from './recognise.ts';
import { botSnippet } from './snippet.ts';

function recognise(file: InputFile): FileKind | undefined {
  if (file.syntax === 'json')
    return findBot(file.json()) === undefined ? undefined : 'automation-anywhere-bot';
  return file.syntax === 'zip' && isExport(file.archive()) ? 'automation-anywhere-export' : undefined;
}

/** Automation Anywhere: JSON documents of commands, as the Control Room exports and versions them. */
export const automationAnywhere: PlatformReader = {
  platform: 'automation-anywhere',
  kinds: AUTOMATION_ANYWHERE_KINDS,
  recognise,
  recogniseBeside: (file) =>
    file.syntax === 'zip' && hasOtherKinds(file.archive()) ? 'automation-anywhere-export' : undefined,
  read: (file, kind) =>
    kind === 'automation-anywhere-export' ? readExport(file.archive()) : [readBot(file)],
  readParts: (file) => (file.syntax === 'zip' ? readExportParts(file.archive()) : readDependencies(file)),
  snippet: botSnippet,
};
