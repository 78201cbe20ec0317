/**
 * Public keys of the identity provider: renewed in the background, and used for a day when the provider is away. jose
 * caches them and limits fetches for unknown keys; limits on the answer and on retries are ours.
 */

import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import { AppError } from '../../../errors.ts';
import { DAY_MS } from '../../../units.ts';
import { ACCESS_LIMITS } from '../limits.ts';

/** The identity provider's keys are fetched anew after this, in the background. */
const JWKS_FRESH_MS_MAX = 600_000;

/** Keys that no call has needed for this long are fetched anew before they are used. */
const JWKS_UNSEEN_MS_MAX = 1_800_000;

/** Time that cached keys are trusted while the identity provider is unavailable. */
const JWKS_STALE_MS_MAX = DAY_MS;

/** Keys of the list that are used. */
const JWKS_KEYS_MAX = 100;

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
  /** Takes a permit for a search that may wait for the provider, and returns its release; undefined: too many wait. */
  readonly takePermit?: () => (() => void) | undefined;
}

/** Creates the function that finds the key of a token. It throws AppErrors, and jose's error for an unknown key. */
export function createKeySet(source: KeySource, onFailure: OnKeysFailure): JWTVerifyGetKey {
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let cached: JWTVerifyGetKey | null = null;
  let failure: { readonly error: unknown; readonly atMs: number } | null = null;
  const keys = createRemoteJWKSet(new URL(source.url), {
    cacheMaxAge: JWKS_STALE_MS_MAX,
    cooldownDuration: source.unknownKeyPauseMs,
    timeoutDuration: ACCESS_LIMITS.jwksFetchMsMax,
    async [customFetch](_url, options) {
      if (failure !== null && Date.now() - failure.atMs < ACCESS_LIMITS.jwksRetryMsMin) throw failure.error;
      try {
        const keySet = { keys: [...publicKeysOf(await source.fetchKeys(options))] };
        cached = createLocalJWKSet(keySet);
        const answer = Response.json(keySet);
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
  const find: JWTVerifyGetKey = async (header, token) => {
    const ageMs = Date.now() - fetchedAtMs;
    if (keys.fresh && ageMs > JWKS_FRESH_MS_MAX) {
      const renewed = keys.reload().catch(() => {});
      // No call waits for keys that are merely old, nor for a provider that has just failed to answer.
      if (ageMs > JWKS_UNSEEN_MS_MAX && failure === null) await renewed;
    }
    try {
      return await keys(header, token);
    } catch (error) {
      if (failure === null) throw error;
      const isJudged = error instanceof errors.JOSEError && !UNSETTLED.includes(error.code);
      throw isJudged ? error : providerUnavailable();
    }
  };
  /** Returns whether the search needs no fetch: the keys are recent, and decide about the token. */
  async function isCached(...search: Parameters<JWTVerifyGetKey>): Promise<boolean> {
    const isRecent = failure !== null || Date.now() - fetchedAtMs <= JWKS_UNSEEN_MS_MAX;
    if (cached === null || !keys.fresh || !isRecent) return false;
    try {
      await cached(...search);
      return true;
    } catch (error) {
      return !(error instanceof errors.JWKSNoMatchingKey);
    }
  }
  return async (header, token) => {
    if (source.takePermit === undefined || (await isCached(header, token))) return find(header, token);
    const release = source.takePermit();
    if (release === undefined) throw providerUnavailable();
    try {
      return await find(header, token);
    } finally {
      release();
    }
  };
}

function publicKeysOf(document: unknown): readonly JWK[] {
  const listed = (document as { keys?: unknown } | null)?.keys;
  const keys = (Array.isArray(listed) ? listed : []).filter(
    (key: { kty?: unknown } | null): key is JWK =>
      typeof key?.kty === 'string' && KEY_TYPES.includes(key.kty),
  );
  if (keys.length === 0) throw new Error('The identity provider lists no public keys');
  return keys.slice(0, JWKS_KEYS_MAX);
}

function providerUnavailable(): AppError {
  return new AppError(
    'identity_provider_unavailable',
    'The identity provider does not answer, so the token cannot be checked. Try again shortly.',
    { retryAfterSeconds: String(ACCESS_LIMITS.jwksRetryMsMin / 1000) },
  );
}
