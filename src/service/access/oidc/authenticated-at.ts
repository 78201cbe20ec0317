/** Time of the last proof at the identity provider: claim `auth_time` of OpenID Connect Core 1.0, section 2. */
import { AppError } from '../../../errors.ts';
import { SECOND_MS } from '../../../units.ts';
import { ACCESS_LIMITS } from '../limits.ts';

/** Time of a proof that the provider does not report: never recent, so that a step-up needs a new sign-in. */
const UNKNOWN = new Date(0);

/**
 * Returns the time of the proof, at most now.
 * @throws AppError `invalid_credentials` for a time that is no number of seconds or lies in the future
 */
export function authenticatedAtOf(claim: unknown, now: Date): Date {
  if (claim === undefined) return UNKNOWN;
  const ms = typeof claim === 'number' ? claim * SECOND_MS : Number.NaN;
  const isPossible = ms >= 0 && ms <= now.getTime() + ACCESS_LIMITS.tokenSkewSecondsMax * SECOND_MS;
  if (isPossible) return new Date(Math.min(ms, now.getTime()));
  throw new AppError(
    'invalid_credentials',
    'The identity provider sent an impossible time of sign-in (auth_time). Compare its clock with the clock of this server.',
  );
}
