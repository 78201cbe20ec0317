/** A schedule without a time zone: what holds already is written down. */
import { member, stringOf } from '../../platforms/json/document.ts';
import { setMemberAt } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION } from './flow-action.ts';

/** A start with an offset of its own, which the service takes no time zone beside. */
const HAS_OFFSET = /T.{0,20}[+-]\d\d(?::?\d\d)?$/i;

export const fix: Fix = {
  rule: 'PAF-REL-018',
  does: 'Writes the time zone down that holds already: UTC.',
  json(place) {
    const { doc } = place;
    const action = actionAround(place);
    if (action === -1) return NO_ACTION;
    const start = member(doc, member(doc, action, 'recurrence'), 'startTime');
    if (start !== -1 && HAS_OFFSET.test(stringOf(doc, start) ?? ''))
      return 'The start has an offset of its own: its author knows which time zone is meant.';
    return [setMemberAt(doc, action, ['recurrence', 'timeZone'], 'UTC')];
  },
};
