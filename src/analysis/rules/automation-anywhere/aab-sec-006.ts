/** A web request accepts any certificate. */

import { settingRule } from '../../patterns/setting-rule.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-SEC-006', {
  ...settingRule({
    words: ['allowinsecureconnection'],
    named: /(?:^|\.)allowInsecureConnection$/i,
    problem({ activity, text }) {
      if (activity.role !== 'http' || text.toLowerCase() !== 'true') return undefined;
      return { message: `"${activity.name}" does not check the certificate of the server.` };
    },
  }),
});
