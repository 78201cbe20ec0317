/**
 * The identity provider's public keys: fetched when they are first needed, renewed in the background, and believed for
 * a day when the provider is away.
 */
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { AppError } from '../../../errors.ts';
import { limitedText } from '../../../infra/network/limited-text.ts';
import { LIMITS } from '../../../limits.ts';

type FindKey = ReturnType<typeof createLocalJWKSet>;

/** Dependencies of the set. */
export interface KeySetDeps {
  readonly now: () => Date;
  /** Called with the error of a failed fetch of the keys. */
  onFailure(error: unknown): void;
}

/** Asymmetric ones alone: a public "secret" in the list must never check a signature. */
const KEY_TYPES = ['RSA', 'EC', 'OKP'];

/** Makes the function that finds the key of a token. It throws AppErrors, and what jose says of an unknown key. */
export function createKeySet(jwksUrl: string, { now, onFailure }: KeySetDeps): JWTVerifyGetKey {
  let known: { readonly find: FindKey; readonly fetchedAtMs: number } | null = null;
  let attemptedAtMs = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let running: Promise<void> | null = null;

  function refresh(): Promise<void> {
    attemptedAtMs = now().getTime();
    running ??= fetchKeys(jwksUrl)
      .then((keys) => {
        known = { find: createLocalJWKSet({ keys }), fetchedAtMs: now().getTime() };
        hasFailed = false;
      })
      .catch((error: unknown) => {
        hasFailed = true;
        onFailure(error);
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  const mayTry = () => running !== null || now().getTime() - attemptedAtMs >= LIMITS.jwksRetryMsMin;
  const ageMs = () => now().getTime() - (known?.fetchedAtMs ?? Number.NEGATIVE_INFINITY);

  async function currentKeys(): Promise<FindKey> {
    if (ageMs() > LIMITS.jwksFreshMsMax && mayTry()) {
      const done = refresh();
      // No call waits for keys that are merely old, nor for a provider that has just failed to answer.
      const isUsable = ageMs() <= LIMITS.jwksStaleMsMax;
      if (!isUsable || (ageMs() > LIMITS.jwksUnseenMsMax && !hasFailed)) await done;
    }
    if (known === null || ageMs() > LIMITS.jwksStaleMsMax) throw providerUnavailable();
    return known.find;
  }

  return async (header, token) => {
    const find = await currentKeys();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // The provider may have begun to use a new key.
      if (mayTry()) await refresh();
      if (hasFailed) throw providerUnavailable();
      return await (await currentKeys())(header, token);
    }
  };
}

async function fetchKeys(jwksUrl: string) {
  const response = await fetch(jwksUrl, {
    redirect: 'error',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(LIMITS.jwksFetchMsMax),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The identity provider answered its keys with status ${response.status}`);
  }
  const document: unknown = JSON.parse(await limitedText(response, LIMITS.jwksBytesMax));
  const listed = (document as { keys?: unknown } | null)?.keys;
  const keys = (Array.isArray(listed) ? listed : []).filter(
    (key: { kty?: unknown } | null) => typeof key?.kty === 'string' && KEY_TYPES.includes(key.kty),
  );
  if (keys.length === 0) throw new Error('The identity provider lists no public keys');
  return keys.slice(0, LIMITS.jwksKeysMax);
}

function providerUnavailable(): AppError {
  return new AppError(
    'identity_provider_unavailable',
    'The identity provider does not answer, so the token cannot be checked. Try again shortly.',
    { retryAfterSeconds: String(LIMITS.jwksRetryMsMin / 1000) },
  );
}
