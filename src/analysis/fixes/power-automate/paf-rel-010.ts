/** A list of which the first page alone is read. */
import { setMemberAt } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION } from './flow-action.ts';

export const fix: Fix = {
  rule: 'PAF-REL-010',
  does: 'Turns Pagination on, for up to 5,000 rows.',
  consequence:
    'The action reads more rows, which takes longer and counts as more requests; loops behind it handle all of them.',
  json(place) {
    const action = actionAround(place);
    return action === -1
      ? NO_ACTION
      : [
          setMemberAt(
            place.doc,
            action,
            ['runtimeConfiguration', 'paginationPolicy', 'minimumItemCount'],
            5_000,
          ),
        ];
  },
};
