/** Reading of the session from the service. */

import { ApiError } from '../api/api-error.ts';
import type { CurrentSessionAnswer } from '../api/calls/people.ts';
import { exchangeOnce } from '../api/define-call.ts';
import type { Session } from './session.ts';

/** Call that succeeds, or fails with another status than 401, when a proxy identifies the calls. */
const PROBE = '/api/v1/usage';

/** Returns who uses the app; null when no person has signed in and no proxy identifies the calls. @throws ApiError */
export async function loadSession(): Promise<Session | null> {
  const response = await exchangeOnce('GET', '/api/v1/session', {});
  const answer = (await response.json()) as CurrentSessionAnswer;
  if (answer.person !== null) return sessionOf(answer);
  const isIdentified = answer.hasAuthorizationHeader && (await isIdentifiedByProxy());
  return isIdentified ? { person: null, organisations: [] } : null;
}

/** Returns the session of an answer. */
export function sessionOf({
  person,
  organisations,
}: Pick<CurrentSessionAnswer, 'person' | 'organisations'>): Session {
  return { person, organisations: organisations as Session['organisations'] };
}

async function isIdentifiedByProxy(): Promise<boolean> {
  try {
    await exchangeOnce('GET', PROBE, {});
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.status === 401);
  }
}
