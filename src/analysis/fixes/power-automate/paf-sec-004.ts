/** An action that shows the secret that it fetches. */
import type { Fix } from '../fix.ts';
import { secure } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-SEC-004',
  does: 'Secures the outputs of the action.',
  alsoEnds: ['PAF-SEC-005', 'PAF-SEC-006'],
  json: (place) => secure(place, ['outputs']),
};
