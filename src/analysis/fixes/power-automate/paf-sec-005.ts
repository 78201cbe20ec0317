/** An action that shows the secret that it uses. */
import type { Fix } from '../fix.ts';
import { secure } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-SEC-005',
  does: 'Secures the inputs of the action.',
  alsoEnds: ['PAF-SEC-006', 'XPL-SEC-005'],
  json: (place) => secure(place, ['inputs']),
};
