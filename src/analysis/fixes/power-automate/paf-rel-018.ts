/** A schedule without a time zone: what holds already is written down. */
import { setMemberAt } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-REL-018',
  does: 'Writes the time zone down that holds already: UTC.',
  json(place) {
    const action = actionAround(place);
    return action === -1 ? NO_ACTION : [setMemberAt(place.doc, action, ['recurrence', 'timeZone'], 'UTC')];
  },
};
