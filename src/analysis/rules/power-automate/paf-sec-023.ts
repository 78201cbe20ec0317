/** An action that returns a made-up result instead of doing its work. */

import { settingRule } from '../../patterns/setting-rule.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-023', {
  ...settingRule({
    words: ['staticresultoptions'],
    named: /^runtimeConfiguration\.staticResult\.staticResultOptions$/i,
    problem({ activity, text }) {
      if (text.toLowerCase() !== 'enabled') return undefined;
      const message = `"${activity.name}" returns a fixed test result instead of doing its work.`;
      return { message, subject: 'staticResult' };
    },
  }),
});
