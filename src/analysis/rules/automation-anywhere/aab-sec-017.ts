/** A credential from a locker that the bot may not use. */
import { defineRule } from '../../model/rule.ts';
import { settingRule } from '../../patterns/setting-rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

const isAllowed = (locker: string, allow: readonly string[]): boolean =>
  allow.some((pattern) => matchesWildcard(locker, pattern));
const mail = (locker: string): string =>
  `{ "commandName": "get", "packageName": "Rest", "attributes": [ { "name": "password", "value": { "type": "CREDENTIAL",
  "credential": { "name": "Mailbox", "lockerName": "${locker}", "attributeName": "Password" } } } ] }`;

export const rule = defineRule({
  id: 'AAB-SEC-017',
  version: 1,
  title: 'Locker outside the allow-list',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'The bot uses credentials of another environment or business unit, whose owners do not know of it.',
  fix: 'Take the credential from the locker of the environment.',
  compliance: ['LEASTPRIV'],
  options: {
    allow: {
      default: [] as readonly string[],
      about: 'Lockers that may be used, with `*`.',
      stricter: 'shorter',
    },
  },
  needsOneOf: ['allow'],
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
  examples: {
    'automation-anywhere': {
      options: { allow: ['Finance', 'Prod *'] },
      bad: [mail('Test'), mail('Finance old')],
      good: [
        mail('Finance'),
        mail('Prod mailboxes'),
        '{ "commandName": "clearClipboard", "packageName": "Clipboard" }',
      ],
    },
  },
});
