/** Microsoft Power Automate: cloud flows and desktop flows, alone, in solutions and in packages. */
import { AppError } from '../../../errors.ts';
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';
import { readAppSources } from './app-source.ts';
import {
  hasParts,
  hasVariables,
  isSolution,
  readArchiveParts,
  readSolutionArchive,
  recogniseArchive,
} from './archive.ts';
import { isDesktopFlow, readDesktopFlows } from './desktop/read.ts';
import { LOGIC_APP_KINDS, POWER_AUTOMATE_KINDS } from './kinds/kinds.ts';
import { readFlow } from './parse.ts';
import { recogniseFlow } from './recognise.ts';
import { flowSnippet } from './snippet.ts';
import { isXmlPart, readSolutionParts } from './solution-parts.ts';
import { isYamlManifestPath, readYamlManifest } from './yaml-manifest.ts';

function recognise(file: InputFile): FileKind | undefined {
  if (file.syntax === 'zip') return recogniseArchive(file);
  // A manifest is a part of its solution and no file of its own, but a damaged one must not pass in silence.
  if (isYamlManifestPath(file.path)) readYamlManifest(file);
  if (isXmlPart(file)) file.xml();
  const flow = file.syntax === 'json' ? recogniseFlow(file.json())?.kind : undefined;
  return flow ?? (isDesktopFlow(file) ? 'power-automate-desktop-flow' : undefined);
}

function recogniseBeside(file: InputFile): FileKind | undefined {
  if (file.syntax !== 'zip') return undefined;
  if (hasParts(file.archive())) return 'power-automate-folder';
  return hasVariables(file.archive()) ? 'power-automate-solution' : undefined;
}

/** Explains what is missing: a solution of apps and tables looks like one of flows. */
function explain(file: InputFile): string | undefined {
  try {
    if (file.syntax !== 'zip' || !isSolution(file.archive())) return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
  return `"${file.name}" is a solution without flows. Add the flows to the solution in Power Automate and export it again.`;
}

/** The reader of cloud flows and desktop flows. */
export const powerAutomate: PlatformReader = {
  platform: 'power-automate',
  kinds: [...POWER_AUTOMATE_KINDS, ...LOGIC_APP_KINDS],
  recognise,
  recogniseBeside,
  read(file, kind) {
    if (kind === 'power-automate-desktop-flow') return readDesktopFlows(file);
    if (file.syntax === 'zip') return readSolutionArchive(file, kind);
    const envelope = recogniseFlow(file.json());
    return envelope === undefined ? [] : [readFlow(file, envelope)];
  },
  readParts: (file) => [
    ...(file.syntax === 'zip' ? readArchiveParts(file.archive()) : readSolutionParts(file)),
    ...readAppSources(file),
  ],
  explain,
  snippet: flowSnippet,
};
