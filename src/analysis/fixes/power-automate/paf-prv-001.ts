/** An action that shows personal data in the run history. */
import type { Fix } from '../fix.ts';
import { secure } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-PRV-001',
  does: 'Secures the inputs and outputs of the action.',
  json: (place) => secure(place, ['inputs', 'outputs']),
};
