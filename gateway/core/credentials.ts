/** Credentials of a call, as the core verifies them. */

/** Scheme of the credential that a session cookie becomes. An Authorization header with it is rejected. */
const SESSION_SCHEME = 'Session ';

/** Unverified identity of a caller. */
export interface Credentials {
  /** Whole value of `Authorization`. */
  readonly authorization: string;
  /** All values of `X-Org-Id`, even if there is more than one: an invalid key is reported first. */
  readonly orgIds: readonly string[];
}

/** Returns the credentials of a session. */
export function sessionCredentials(secret: string, orgIds: readonly string[]): Credentials {
  return { authorization: `${SESSION_SCHEME}${secret}`, orgIds };
}

/** Returns whether a caller comes with the cookie of a session. */
export function isSession({ authorization }: Credentials): boolean {
  return authorization.startsWith(SESSION_SCHEME);
}

/** Returns the organisation of an admitted caller in its canonical spelling; null when the call is about a person. */
export function organisationOf({ orgIds }: Credentials): string | null {
  return orgIds.length === 0 ? null : orgIds.join('').trim().toLowerCase();
}
