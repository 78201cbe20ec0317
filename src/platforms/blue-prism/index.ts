/** The Blue Prism reader: processes, objects and releases. */
import type { PlatformReader } from '../platform.ts';

/** Reads `.bpprocess`, `.bpobject` and `.bprelease` files, whatever they are called. */
export const bluePrism: PlatformReader = {
  platform: 'blue-prism',
  recognise: () => undefined,
  read: () => [],
  snippet: (fragment) => fragment,
};
