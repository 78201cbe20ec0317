/** Recent sign-ins, which acts need that give others access or move the gate. */
import { AppError } from '../../../errors.ts';
import type { Caller } from '../caller.ts';
import { ACCESS_LIMITS } from '../limits.ts';

/** Returns whether a caller may act without another sign-in: programs always may. */
export function isFreshlySignedIn({ session }: Pick<Caller, 'session'>, now: Date): boolean {
  if (session == null) return true;
  return now.getTime() - session.authenticatedAt.getTime() <= ACCESS_LIMITS.freshSignInMsMax;
}

/** Creates the error of a sign-in that is too old. */
export function signInTooOld(): AppError {
  const minutes = String(ACCESS_LIMITS.freshSignInMsMax / 60_000);
  return new AppError(
    'reauthentication_required',
    `You signed in more than ${minutes} minutes ago, and this needs a recent sign-in. Enter your password again, or sign in again, and repeat it.`,
    { limitMinutes: minutes },
  );
}
