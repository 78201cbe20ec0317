/** Timeouts that are far too short or far too long. */
import type { Fix } from '../fix.ts';
import { writeHere } from './xaml-setting.ts';

/** Default of the vendor's activities. */
const DEFAULT_MS = '30000';

export const fix: Fix = {
  rule: 'UIP-REL-008',
  does: 'Sets the timeout to the default of 30 seconds.',
  consequence:
    'The step waits for 30 seconds instead: what takes longer now fails, and what is missing is noticed at another time.',
  xml: (place, { finding }) =>
    writeHere(place, finding.subject.slice(finding.subject.lastIndexOf('.') + 1), DEFAULT_MS),
};
