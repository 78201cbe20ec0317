/** Timeouts that are far too short or far too long. */

import { settingRule } from '../../patterns/setting-rule.ts';
import { defineRule } from '../define-rule.ts';

const NUMBER = /^\d{1,10}$/;

export const rule = defineRule('UIP-REL-008', {
  ...settingRule<{ readonly minMs: number; readonly maxMs: number }>({
    words: ['timeoutms'],
    named: /TimeoutMS$/,
    problem({ activity, text }, { minMs, maxMs }) {
      const timeoutMs = NUMBER.test(text) ? Number(text) : 0;
      // Zero is the way to look once without waiting.
      if (timeoutMs === 0 || (timeoutMs >= minMs && timeoutMs <= maxMs)) return undefined;
      const [how, option] = timeoutMs < minMs ? ['only', 'minMs'] : ['up to', 'maxMs'];
      return {
        message: `"${activity.name}" waits ${how} ${timeoutMs} ms; ${minMs} to ${maxMs} are usual.`,
        measure: { option: option!, value: timeoutMs },
      };
    },
  }),
});
