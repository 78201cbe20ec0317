/** An action that shows the secret that it uses. */
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION, secure } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-SEC-005',
  does: 'Secures the inputs of the action.',
  alsoEnds: ['PAF-SEC-006', 'XPL-SEC-005'],
  json(place) {
    const action = actionAround(place);
    return action === -1 ? NO_ACTION : [secure(place.doc, action, ['inputs'])];
  },
};
