/** Modes of display in which every screen must work. */
import type { BrowserContextOptions } from 'playwright-core';

/** Mode of display. */
export interface Mode extends Pick<BrowserContextOptions, 'colorScheme' | 'forcedColors' | 'reducedMotion'> {
  readonly viewport: { readonly width: number; readonly height: number };
  /** True: as `light`, apart from colours and sizes; so only what depends on these is judged anew. */
  readonly isVariant?: boolean;
}

/** Mode → settings of the browser. */
export const MODES: Readonly<Record<string, Mode>> = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  'forced colours': { forcedColors: 'active', viewport: { width: 1440, height: 900 }, isVariant: true },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  // At rest, as pages are judged, the colours with reduced motion are those without.
  'dark, with reduced motion': {
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    viewport: { width: 1024, height: 768 },
    isVariant: true,
  },
};
