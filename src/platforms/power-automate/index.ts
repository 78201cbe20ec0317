/** Microsoft Power Automate: cloud flows of solutions, of packages, bare definitions, and desktop flows. */
import type { FileKind } from '../../model/workflow.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';
import { isDesktopFlow, readDesktopFlows } from './desktop/read.ts';
import { readFlow } from './parse.ts';
import { recogniseFlow } from './recognise.ts';
import { snippet } from './snippet.ts';

function recognise(file: InputFile): FileKind | undefined {
  const flow = file.syntax === 'json' ? recogniseFlow(file.json())?.kind : undefined;
  return flow ?? (isDesktopFlow(file) ? 'power-automate-desktop-flow' : undefined);
}

/** The reader of cloud flows and desktop flows. */
export const powerAutomate: PlatformReader = {
  platform: 'power-automate',
  recognise,
  read(file, kind) {
    if (kind === 'power-automate-desktop-flow') return readDesktopFlows(file);
    const envelope = recogniseFlow(file.json());
    return envelope === undefined ? [] : [readFlow(file, envelope)];
  },
  snippet,
};
