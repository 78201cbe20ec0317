/** Microsoft Power Automate cloud flows. */
import type { PlatformReader } from '../platform.ts';

/** The reader of cloud flows. */
export const powerAutomate: PlatformReader = {
  platform: 'power-automate',
  recognise: () => undefined,
  read: () => [],
  snippet: (fragment) => fragment,
};
