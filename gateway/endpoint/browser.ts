/** Browsers that sign in at an endpoint. */

/** Sign-in step of an endpoint: sets the check cookie, or the session cookie. */
export type SignInPart = 'prepare' | 'perform';

/** Browser that signs in. */
export interface Browser {
  /** Name that it gives itself; may be empty. */
  readonly name: string;
  /** Secret of the session that a new one replaces; null if it replaces none. */
  readonly sessionSecret: string | null;
}
