/** A credential from a locker that the bot may not use. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { settingRule } from '../../patterns/setting-rule.ts';
import { defineRule } from '../define-rule.ts';

const isAllowed = (locker: string, allow: readonly string[]): boolean =>
  allow.some((pattern) => matchesWildcard(locker, pattern));

export const rule = defineRule('AAB-SEC-017', {
  inventory: {
    kind: 'locker',
    reported: (lockers, { allow }) => lockers.filter((locker) => !isAllowed(locker, allow)),
  },
  ...settingRule<{ readonly allow: readonly string[] }>({
    words: ['lockername'],
    named: /(?:^|\.)lockerName$/,
    problem({ activity, text }, { allow }) {
      if (text === '' || isAllowed(text, allow)) return undefined;
      return {
        message: `"${activity.name}" takes a credential from the locker "${text}", which is not allowed.`,
      };
    },
  }),
});
