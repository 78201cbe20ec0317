/** Examples of people and sessions, and the fields that several endpoints share. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { textField } from '../../endpoint/fields.ts';

/** Longest text that is taken for a password or a token. */
const SECRET_CHARACTERS_MAX = 1_024;

/** Creates the field of a password that is to be checked. */
export const passwordText = (description: string) => textField(SECRET_CHARACTERS_MAX, description, 1);

/** Creates the field of the token of a link. */
export const linkToken = () => textField(SECRET_CHARACTERS_MAX, 'The token: what stands behind `#t=`.', 1);

/** Body of calls that only need a link. */
export const LINK_BODY = {
  kind: 'json',
  spelling: 'camel',
  schema: z.strictObject({ token: linkToken() }),
  example: { token: 'q3Jz8Wd0…' },
} as const;

/** Creates the field of the name of a person. */
export const personName = () =>
  textField(FIELD_LIMITS['UpdateAccountRequest.name'].maxLength, 'The name that others see.', 1);

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
