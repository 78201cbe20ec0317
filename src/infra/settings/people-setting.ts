/** Settings of people who sign in at the web app. */
import { type Setting, trueOrFalse } from './setting-values.ts';

export const PEOPLE_SETTINGS = {
  FLOWARDEN_LOCAL_PASSWORDS: {
    ...trueOrFalse,
    defaultValue: true,
    readers: ['core'],
    meaning:
      '`false` accepts no passwords of local accounts: people sign in at the identity provider, or by a link of the operator ([access](access.md#people-at-the-web-app))',
  },
} as const satisfies Record<string, Setting<unknown>>;
