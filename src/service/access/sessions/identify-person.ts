/** Identifies the person of a call that is about the person alone, and so names no organisation. */
import { readCredential } from '../../../contract/headers/credential.ts';
import { AppError } from '../../../errors.ts';
import type { Credentials } from '../authenticate.ts';
import type { Person } from '../caller.ts';
import type { SessionCheck } from './session-check.ts';

/** Authenticates a person. @throws AppError with the reason of a rejection */
export type IdentifyPerson = (credentials: Pick<Credentials, 'authorization'>) => Promise<Person>;

/** Creates the check. */
export function createIdentifyPerson(sessions: Pick<SessionCheck, 'check'>): IdentifyPerson {
  return async ({ authorization }) => {
    const { scheme, secret } = readCredential(authorization);
    if (scheme === 'session') return { kind: 'person', session: await sessions.check(secret) };
    throw noSession();
  };
}

/** Rejects every call: for a server that people cannot sign in at. */
export const identifyNoPerson: IdentifyPerson = async () => {
  throw noSession();
};

function noSession(): AppError {
  return new AppError(
    'authentication_required',
    'This is about a person who has signed in at the web app. Keys and tokens have no session.',
  );
}
