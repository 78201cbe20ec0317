/** Remembers which credentials the core has admitted, so that floods without a valid one share nothing with the others. */

import { hash } from 'node:crypto';
import { AppError, ERRORS } from '../../src/errors.ts';
import { createTtlCache } from '../../src/infra/async/ttl-cache.ts';
import { MINUTE_MS } from '../../src/units.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { Credentials } from './credentials.ts';

/** Time that a gateway remembers that the core has admitted a credential. */
const CALLER_KNOWN_MS_MAX = 10 * MINUTE_MS;

/** Callers that the core has admitted. */
export interface KnownCallers {
  /** Returns an identifier of the caller if it has been admitted; null for all others. */
  idOf(caller: Credentials | null): string | null;
  /** Remembers the caller when its call succeeds, and forgets it when its credential is rejected. */
  learn<Value>(caller: Credentials | null, call: Promise<Value>): Promise<Value>;
}

/** Creates an empty list. */
export function createKnownCallers(): KnownCallers {
  const known = createTtlCache<true>({
    ttlMs: CALLER_KNOWN_MS_MAX,
    entriesMax: GATEWAY_LIMITS.callersKnownMax,
  });
  return {
    idOf(caller) {
      if (caller === null) return null;
      const id = identify(caller);
      return known.get(id) ? id : null;
    },
    async learn(caller, call) {
      if (caller === null) return call;
      try {
        const value = await call;
        known.getOrCreate(identify(caller), () => true);
        return value;
      } catch (error) {
        if (error instanceof AppError && ERRORS[error.code].http === 401) known.delete(identify(caller));
        throw error;
      }
    },
  };
}

function identify({ authorization, orgIds }: Credentials): string {
  return hash('sha256', `${authorization}\n${orgIds.join()}`, 'base64');
}
