/** Examples of people and sessions, and the fields that several endpoints share. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { textField } from '../../endpoint/fields.ts';

export const sessionExample = {
  person: {
    id: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
    name: 'Ada Example',
    email: 'ada@example.com',
    isLocal: true,
  },
  session: {
    id: '0199f3a2-8d2f-7b21-9a4f-1d6e3c8b0f53',
    createdAt: '2026-03-02T09:41:07.312Z',
    authenticatedAt: '2026-03-02T09:41:07.312Z',
    expiresAt: '2026-03-09T09:41:07.312Z',
  },
  organisations: [
    {
      id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
      name: 'First organisation',
      role: 'viewer',
      scopes: ['analysis:read', 'exceptions:read', 'policies:read'],
    },
  ],
};

/** Longest text that is taken for a password or a token. */
const SECRET_CHARACTERS_MAX = 1_024;

/** Creates the field of a password that is to be checked. */
export const passwordText = (description: string) => textField(SECRET_CHARACTERS_MAX, description, 1);

/** Creates the field of the token of a link. */
export const linkToken = () => textField(SECRET_CHARACTERS_MAX, 'The token: what stands behind `#t=`.', 1);

/** Body of calls that a link alone is for. */
export const LINK_BODY = {
  kind: 'json',
  spelling: 'camel',
  schema: z.strictObject({ token: linkToken() }),
  example: { token: 'q3Jz8Wd0…' },
} as const;

/** Creates the field of the name of a person. */
export const personName = () =>
  textField(CONTRACT_LIMITS.personNameCharactersMax, 'The name that others see.', 1);

/** Rule of new passwords, as the end of a sentence. */
export const PASSWORD_RULE = `${CONTRACT_LIMITS.passwordCharactersMin} to ${CONTRACT_LIMITS.passwordCharactersMax} characters, of any kind, not a common password and not the address`;

/** Header of answers that prepare a sign-in. */
export const CHECK_HEADERS = {
  'Set-Cookie': 'A cookie by which a later sign-in knows that the browser stores cookies.',
} as const;

/** Header of answers that begin or end a session. */
export const SESSION_HEADERS = {
  'Set-Cookie': 'The cookie `__Host-flowarden` with the secret of the session, or its removal.',
} as const;
