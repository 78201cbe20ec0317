/** Scheduled runs that may overlap. */
import { setMemberAt } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-REL-017',
  does: 'Lets one run start after the other (concurrency 1).',
  consequence: 'A run waits for the one before it. The platform does not let you take the limit away again.',
  json(place) {
    const action = actionAround(place);
    return action === -1
      ? NO_ACTION
      : [setMemberAt(place.doc, action, ['runtimeConfiguration', 'concurrency', 'runs'], 1)];
  },
};
