/**
 * Public keys of the identity provider: renewed in the background, and used for a day when the provider is away. jose
 * caches them and limits fetches for unknown keys; limits on the answer and on retries are ours.
 */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { AppError } from '../../../errors.ts';
import { ACCESS_LIMITS } from '../limits.ts';

/** Called with the error of a failed fetch of the keys. */
export type OnKeysFailure = (error: unknown) => void;

/** Asymmetric ones alone: a public "secret" in the list must never check a signature. */
const KEY_TYPES = ['RSA', 'EC', 'OKP'];

/** Codes of jose that say nothing about a token while the keys cannot be fetched. */
const UNSETTLED: readonly string[] = [errors.JWKSNoMatchingKey.code, errors.JWKSTimeout.code];

/** Source of public keys. */
export interface KeySource {
  /** Address of the provider. */
  readonly url: string;
  /** Fetches the JSON Web Key Set (RFC 7517, section 5). */
  readonly fetchKeys: (options: RequestInit) => Promise<unknown>;
  /** Pause between two fetches for tokens of an unknown key. */
  readonly unknownKeyPauseMs: number;
}

/** Creates the function that finds the key of a token. It throws AppErrors, and jose's error for an unknown key. */
export function createKeySet(source: KeySource, onFailure: OnKeysFailure): JWTVerifyGetKey {
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let failure: { readonly error: unknown; readonly atMs: number } | null = null;
  const keys = createRemoteJWKSet(new URL(source.url), {
    cacheMaxAge: ACCESS_LIMITS.jwksStaleMsMax,
    cooldownDuration: source.unknownKeyPauseMs,
    timeoutDuration: ACCESS_LIMITS.jwksFetchMsMax,
    async [customFetch](_url, options) {
      if (failure !== null && Date.now() - failure.atMs < ACCESS_LIMITS.jwksRetryMsMin) throw failure.error;
      try {
        const answer = Response.json({ keys: publicKeysOf(await source.fetchKeys(options)) });
        fetchedAtMs = Date.now();
        failure = null;
        return answer;
      } catch (error) {
        failure = { error, atMs: Date.now() };
        onFailure(error);
        throw error;
      }
    },
  });
  return async (header, token) => {
    const ageMs = Date.now() - fetchedAtMs;
    if (keys.fresh && ageMs > ACCESS_LIMITS.jwksFreshMsMax) {
      const renewed = keys.reload().catch(() => {});
      // No call waits for keys that are merely old, nor for a provider that has just failed to answer.
      if (ageMs > ACCESS_LIMITS.jwksUnseenMsMax && failure === null) await renewed;
    }
    try {
      return await keys(header, token);
    } catch (error) {
      if (failure === null) throw error;
      const isJudged = error instanceof errors.JOSEError && !UNSETTLED.includes(error.code);
      throw isJudged ? error : providerUnavailable();
    }
  };
}

function publicKeysOf(document: unknown): readonly unknown[] {
  const listed = (document as { keys?: unknown } | null)?.keys;
  const keys = (Array.isArray(listed) ? listed : []).filter(
    (key: { kty?: unknown } | null) => typeof key?.kty === 'string' && KEY_TYPES.includes(key.kty),
  );
  if (keys.length === 0) throw new Error('The identity provider lists no public keys');
  return keys.slice(0, ACCESS_LIMITS.jwksKeysMax);
}

/** Creates the error for a token that cannot be judged now. */
export function providerUnavailable(): AppError {
  return new AppError(
    'identity_provider_unavailable',
    'The identity provider does not answer, so the token cannot be checked. Try again shortly.',
    { retryAfterSeconds: String(ACCESS_LIMITS.jwksRetryMsMin / 1000) },
  );
}
