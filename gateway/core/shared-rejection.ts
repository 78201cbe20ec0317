/**
 * Caches rejections that hold for every caller, such as when all permits for free scans are taken. A flood from many
 * addresses then costs the core a few calls a second, not one call per request.
 */
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { AppError } from '../../src/errors.ts';
import type { OpenedCallContext } from './opened-call.ts';

/** Time during which a rejection that holds for every caller is repeated without a call of the core. */
const SHARED_REJECTION_MS = 100;

/** Calls the core, or repeats its latest rejection for all callers. */
type CallUnlessRejected = <Value>(
  callContext: Pick<OpenedCallContext, 'onFields'>,
  call: () => Promise<Value>,
) => Promise<Value>;

/** Creates the cache of one endpoint. */
export function cacheSharedRejection(): CallUnlessRejected {
  let rejection: AppError | null = null;
  let callAgainAtMs = 0;
  return async ({ onFields }, call) => {
    if (rejection !== null && performance.now() < callAgainAtMs) {
      onFields?.(sharedFields(rejection));
      throw rejection;
    }
    // Requests during this call get the previous rejection: otherwise a flood would reach the core all at once.
    callAgainAtMs = performance.now() + SHARED_REJECTION_MS;
    try {
      const value = await call();
      rejection = null;
      return value;
    } catch (error) {
      // Other rejections do not apply to other callers: if cached, one address could block them all.
      rejection = error instanceof AppError && error.details.sharer === 'installation' ? error : null;
      callAgainAtMs = performance.now() + SHARED_REJECTION_MS;
      throw error;
    }
  };
}

/** Returns the limit that was reached, without the caller's own allowances, which are private. */
function sharedFields({ details, cause }: AppError): Metadata {
  const metadata = (cause as ServiceError).metadata;
  const shared = new Metadata();
  for (const name of ['ratelimit-policy', 'ratelimit']) {
    const items = String(metadata.get(name)[0] ?? '').split(', ');
    const item = items.find((one) => one.startsWith(`"${details.limit}";`));
    if (item !== undefined) shared.set(name, item);
  }
  return shared;
}
