/** Finds recoveries that retry the same steps endlessly. */

import { endlessRecoveries } from '../../patterns/blue-prism/endless-recovery.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-REL-008', {
  level: 'workflow',
  types: ['Recover'],
  *check(workflow) {
    for (const { recover, message } of endlessRecoveries(workflow)) yield { at: recover, message };
  },
});
