/**
 * Refusals for everybody, as when all places for free scans are taken, are remembered for a moment: a flood from many
 * addresses costs the core some questions a second, and the gateway no call for each of its requests.
 */
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { AppError } from '../../src/errors.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { CallSurroundings } from './opened-call.ts';

/** Asks the core, or says again what it has just said to everybody. */
type CallUnlessRejected = <Value>(
  surroundings: Pick<CallSurroundings, 'onFields'>,
  ask: () => Promise<Value>,
) => Promise<Value>;

/** Makes the memory of one endpoint. */
export function cacheSharedRejection(): CallUnlessRejected {
  let rejection: AppError | null = null;
  let callAgainAtMs = 0;
  return async ({ onFields }, ask) => {
    if (rejection !== null && performance.now() < callAgainAtMs) {
      onFields?.(sharedFields(rejection));
      throw rejection;
    }
    // Whoever comes while this one asks is refused as before: a flood would else ask as one.
    callAgainAtMs = performance.now() + GATEWAY_LIMITS.sharedRejectionMs;
    try {
      const value = await ask();
      rejection = null;
      return value;
    } catch (error) {
      // Any other refusal says nothing about the places: else one address could hold all the others off.
      rejection = error instanceof AppError && error.details.sharer === 'installation' ? error : null;
      callAgainAtMs = performance.now() + GATEWAY_LIMITS.sharedRejectionMs;
      throw error;
    }
  };
}

/** Where everybody stands with the limit that was reached; where the one who asked stands is nobody else's business. */
function sharedFields({ details, cause }: AppError): Metadata {
  const told = (cause as ServiceError).metadata;
  const shared = new Metadata();
  for (const name of ['ratelimit-policy', 'ratelimit']) {
    const items = String(told.get(name)[0] ?? '').split(', ');
    const item = items.find((one) => one.startsWith(`"${details.limit}";`));
    if (item !== undefined) shared.set(name, item);
  }
  return shared;
}
