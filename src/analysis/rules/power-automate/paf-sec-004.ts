/** An action that fetches a secret and shows it in the run history. */

import { fetchesSecret, hasSecured } from '../../patterns/power-automate/secured-data.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-004', {
  level: 'activity',
  words: ['secret', 'unboundaction'],
  *check(activity) {
    if (!fetchesSecret(activity) || hasSecured(activity, 'outputs')) return;
    yield {
      at: activity,
      subject: 'secureOutputs',
      message: `"${activity.name}" shows the secret that it fetches in the run history, because its outputs are not secured.`,
    };
  },
});
