/** Mail without encryption. */
import type { Fix } from '../fix.ts';
import { turnOver } from './switch-value.ts';

export const fix: Fix = {
  rule: 'AAB-SEC-007',
  does: 'Switches the secure connection of the command on.',
  consequence: 'A mail server that offers no TLS is no longer reached; some servers take it on another port.',
  json: (place) => turnOver(place, 'secure connection'),
};
