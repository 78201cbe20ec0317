/** Recent sign-ins, which acts need that give others access or move the gate. */

import { AppError } from '../../../errors.ts';
import { MINUTE_MS } from '../../../units.ts';
import type { Caller } from '../caller.ts';

/** Age of a sign-in, or of its repetition, beyond which some acts need another one. */
const FRESH_SIGN_IN_MS_MAX = 30 * MINUTE_MS;

/** Returns whether a caller may act without another sign-in: programs always may. */
export function isFreshlySignedIn({ session }: Pick<Caller, 'session'>, now: Date): boolean {
  if (session == null) return true;
  return now.getTime() - session.authenticatedAt.getTime() <= FRESH_SIGN_IN_MS_MAX;
}

/** Creates the error of a sign-in that is too old. */
export function signInTooOld(): AppError {
  const minutes = String(FRESH_SIGN_IN_MS_MAX / 60_000);
  return new AppError(
    'reauthentication_required',
    `You signed in more than ${minutes} minutes ago, and this needs a recent sign-in. Enter your password again, or sign in again, and repeat it.`,
    { limitMinutes: minutes },
  );
}
