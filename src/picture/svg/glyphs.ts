/** Glyphs of steps, as paths on a square of 16 pixels that are stroked, not filled. */
import type { Glyph } from '../roles.ts';

export const GLYPH_PATHS: Readonly<Record<Glyph, string>> = {
  play: 'M5 3.5v9l7.5-4.5z',
  list: 'M6 4h7M6 8h7M6 12h7M3 4h.01M3 8h.01M3 12h.01',
  branch: 'M4 2.5v11M4 9c0-3 8-1.5 8-5.5M9.5 5.5 12 3l2.5 2.5',
  loop: 'M13 7A5 5 0 0 0 4 4.5L2.5 6M2.5 2.5V6H6M3 9a5 5 0 0 0 9 2.5l1.5-1.5M13.5 13.5V10H10',
  shield: 'M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4z',
  stop: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM6 6l4 4M10 6l-4 4',
  pencil: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3zM9 4.7 11.3 7',
  call: 'M7 3H3v10h10V9M9.5 2.5h4v4M13.5 2.5 7.5 8.5',
  code: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  globe: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c-4.5 4-4.5 8 0 12M8 2c4.5 4 4.5 8 0 12',
  mail: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  store: 'M3 4c0-2.5 10-2.5 10 0s-10 2.5-10 0v8c0 2.5 10 2.5 10 0V4M3 8c0 2.5 10 2.5 10 0',
  pointer: 'M3.5 2.5l9.5 4-4 1.5-1.5 4z',
  key: 'M9.5 6.5 13.5 2.5M11.5 4.5l1.5 1.5M6.5 6.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  note: 'M3 2.5h10v8l-3 3H3zM5.5 5.5h5M5.5 8.5h3',
  dot: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
};
