/** Web requests that accept any certificate. */
import type { Fix } from '../fix.ts';
import { turnOver } from './switch-value.ts';

export const fix: Fix = {
  rule: 'AAB-SEC-006',
  does: 'Lets the command check the certificate of the server.',
  consequence: 'Calls of servers whose certificate is expired, self-signed or for another name now fail.',
  json: (place) => turnOver(place, 'allowInsecureConnection'),
};
