/** A log line in each turn of a loop inside a loop. */
import { ancestorsOf, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Levels that production does not keep. */
const QUIET = /^(?:trace|verbose|"?debug"?)$/i;
/** Containers behind which a line is not written each time. */
const CHOOSES = /^(?:branch|catch|finally)$/;

export const rule = defineRule('UIP-PRF-003', {
  level: 'activity',
  types: ['LogMessage'],
  *check(activity, { workflow, options }) {
    if (QUIET.test(literalOf(propertyOf(activity, 'Level')) ?? '')) return;
    let loops = 0;
    for (const up of ancestorsOf(workflow, activity)) {
      if (CHOOSES.test(up.role)) return;
      if (up.role === 'loop') loops += 1;
    }
    if (loops < options.minLoops) return;
    yield {
      at: activity,
      message: `"${activity.name}" writes a line in each turn of ${loops} loops inside each other.`,
      measure: { option: 'minLoops', value: loops },
    };
  },
});
