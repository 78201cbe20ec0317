/** Microsoft Power Automate: cloud flows of solutions, of packages, and bare definitions. */
import type { PlatformReader } from '../platform.ts';
import { readFlow } from './parse.ts';
import { recogniseFlow } from './recognise.ts';
import { snippet } from './snippet.ts';

/** The reader of cloud flows. */
export const powerAutomate: PlatformReader = {
  platform: 'power-automate',
  recognise: (file) => (file.syntax === 'json' ? recogniseFlow(file.json())?.kind : undefined),
  read(file) {
    const envelope = recogniseFlow(file.json());
    return envelope === undefined ? [] : [readFlow(file, envelope)];
  },
  snippet,
};
