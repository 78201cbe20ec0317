/** The level of a log line about a caught exception. */
import type { Fix } from '../fix.ts';
import { writeHere } from './xaml-setting.ts';

export const fix: Fix = {
  rule: 'UIP-OBS-002',
  does: 'Sets the level of the log line to Error.',
  xml: (place) => writeHere(place, 'Level', 'Error'),
};
