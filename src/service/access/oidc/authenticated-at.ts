/** When a person last proved to the identity provider who they are: the claim `auth_time` (OpenID Connect Core 1.0, 2). */
import { AppError } from '../../../errors.ts';
import { SECOND_MS } from '../../../units.ts';
import { ACCESS_LIMITS } from '../limits.ts';

/** Time of a proof that the provider does not report: never recent, so that a step-up asks for a new sign-in. */
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
