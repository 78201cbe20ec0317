/** A wait that only the platform ends. */
import { setMemberAt } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-REL-019',
  does: 'Ends the wait after seven days.',
  consequence:
    'An answer after the seventh day comes too late: the action then times out, and what handles that must run after it.',
  json(place, { finding }) {
    const action = actionAround(place);
    if (finding.subject !== 'timeout') return 'The length of the delay is the decision of its author.';
    return action === -1 ? NO_ACTION : [setMemberAt(place.doc, action, ['limit', 'timeout'], 'P7D')];
  },
};
