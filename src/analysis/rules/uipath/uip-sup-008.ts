/** An activity that the organisation does not allow. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { defineRule } from '../define-rule.ts';

/** Returns a type without its number of type arguments. */
const plainType = (type: string): string => type.split('`', 1)[0]!;

export const rule = defineRule('UIP-SUP-008', {
  inventory: {
    kind: 'activity_type',
    each: 'place',
    subjectOf: plainType,
    reported: (types, { deny }) =>
      types.filter((type) => deny.some((pattern) => matchesWildcard(plainType(type), pattern))),
  },
  level: 'activity',
  *check(activity, { options }) {
    const type = plainType(activity.type);
    if (!options.deny.some((pattern) => matchesWildcard(type, pattern))) return;
    yield {
      at: activity,
      subject: type,
      message: `"${activity.name}" uses the activity "${type}", which is not allowed.`,
    };
  },
});
