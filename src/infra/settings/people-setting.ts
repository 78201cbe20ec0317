/** Settings of people who sign in at the web app. */
import { StartError } from '../process/start-error.ts';
import { type KeyedOf, name, type Setting, trueOrFalse } from './setting-values.ts';

export const PEOPLE_SETTINGS = {
  FLOWARDEN_LOCAL_PASSWORDS: {
    ...trueOrFalse,
    defaultValue: true,
    readers: ['core'],
    meaning:
      '`false` accepts no passwords of local accounts: people sign in at the identity provider, or by a link of the operator ([access](access.md#people-at-the-web-app))',
  },
  FLOWARDEN_OIDC_CLIENT_ID: {
    ...name,
    readers: ['core'],
    meaning:
      'id of this installation at the identity provider of `FLOWARDEN_JWT_ISSUER`: people sign in there ([access](access.md#sign-in-at-the-identity-provider))',
  },
  FLOWARDEN_OIDC_CLIENT_SECRET: {
    read: (text) => (text.trim().length >= 8 && text.length <= 512 ? text.trim() : null),
    allowed: 'a secret of 8 to 512 characters',
    isSecret: true,
    readers: ['core'],
    meaning: 'secret of this installation at the identity provider',
  },
  FLOWARDEN_OIDC_SCOPES: {
    read: readScopes,
    allowed: 'scopes separated by spaces, with `openid` among them',
    defaultValue: 'openid email profile',
    readers: ['core'],
    meaning:
      'scopes that a sign-in at the identity provider requests; some give refresh tokens, by which sessions go on, only with `offline_access`',
  },
} as const satisfies Record<string, Setting<unknown>>;

function readScopes(text: string): string | null {
  const scopes = text.trim().split(/ +/);
  const areValid = text.length <= 512 && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  return areValid && scopes.includes('openid') ? scopes.join(' ') : null;
}

/** Registration of this installation at the identity provider. */
export interface SignInConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
}

/** Builds the registration; null: people do not sign in at an identity provider. */
export function signInConfig(
  { oidcClientId: clientId, oidcClientSecret: clientSecret, oidcScopes }: KeyedOf<typeof PEOPLE_SETTINGS>,
  hasTokens: boolean,
): SignInConfig | null {
  if (clientId === null && clientSecret === null) return null;
  if (clientId !== null && clientSecret !== null && hasTokens)
    return { clientId, clientSecret, scopes: oidcScopes };
  throw new StartError(
    'FLOWARDEN_OIDC_CLIENT_ID and FLOWARDEN_OIDC_CLIENT_SECRET must be set together, and with the FLOWARDEN_JWT_… settings of the identity provider.',
    2,
  );
}
