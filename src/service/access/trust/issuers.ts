/** Issuers of CI identity tokens that the operator lists, each with its own cache of keys. */

import { decodeJwt, type JWTVerifyGetKey } from 'jose';
import { createSemaphore } from '../../../infra/async/semaphore.ts';
import type { TokenIssuer } from '../../../infra/settings/issuer-setting.ts';
import { MINUTE_MS } from '../../../units.ts';
import { createKeySet } from '../tokens/key-set.ts';
import { fetchIssuerKeys } from './fetch-issuer-keys.ts';

/** Pause between two fetches from an issuer of CI jobs for tokens of an unknown key. */
const ISSUER_UNKNOWN_KEY_MS_MIN = MINUTE_MS;

/** Calls that may wait for the keys of one issuer. */
export const ISSUER_CALLS_MAX = 256;

/** Issuer with its keys. */
export interface WorkloadIssuer extends TokenIssuer {
  /** Finds the key of a token. @throws AppError `identity_provider_unavailable` while the keys cannot be fetched */
  readonly findKey: JWTVerifyGetKey;
}

/** Issuers by their `iss`. */
export type WorkloadIssuers = ReadonlyMap<string, WorkloadIssuer>;

/** Called with the error of a failed fetch of an issuer's keys. */
export type OnIssuerFailure = (issuer: string, error: unknown) => void;

/** Creates the issuers. Nothing is fetched before the first token of an issuer. */
export function createWorkloadIssuers(
  listed: readonly TokenIssuer[],
  onFailure: OnIssuerFailure,
): WorkloadIssuers {
  return new Map(
    listed.map((issuer) => [issuer.url, { ...issuer, findKey: createFindKey(issuer.url, onFailure) }]),
  );
}

/** Returns the listed issuer that an unverified token names, to choose the keys that prove it; undefined: none. */
export function issuerOf(token: string, issuers: WorkloadIssuers): WorkloadIssuer | undefined {
  try {
    const { iss } = decodeJwt(token);
    return issuers.get(iss ?? '');
  } catch {
    return undefined;
  }
}

/** Creates the search for keys of one issuer. Few calls may wait for it, so that a slow issuer does not fill the core. */
function createFindKey(url: string, onFailure: OnIssuerFailure): JWTVerifyGetKey {
  const permits = createSemaphore({ total: ISSUER_CALLS_MAX });
  return createKeySet(
    {
      url,
      fetchKeys: (options) => fetchIssuerKeys(url, options),
      unknownKeyPauseMs: ISSUER_UNKNOWN_KEY_MS_MIN,
      takePermit: () => permits.tryTake(url) ?? undefined,
    },
    (error) => onFailure(url, error),
  );
}
