/** Modes of display in which every screen must work. */
import type { BrowserContextOptions } from 'playwright-core';

/** Mode → settings of the browser. */
export const MODES = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  'forced colours': { forcedColors: 'active', viewport: { width: 1440, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  'reduced motion': { colorScheme: 'dark', reducedMotion: 'reduce', viewport: { width: 1024, height: 768 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;

export type Mode = keyof typeof MODES;
