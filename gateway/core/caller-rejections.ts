/** Repeats the rate-limit rejection of a caller, so that its further requests cost the core a few calls a second. */
import type { ServiceError } from '@grpc/grpc-js';
import { AppError } from '../../src/errors.ts';
import { createTtlCache } from '../../src/infra/async/ttl-cache.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { OpenedCallContext } from './opened-call.ts';

/** Time during which a caller's rejection is repeated without a call of the core: the interval of the fastest rate. */
const REJECTION_MS = 100;

/** Context of a call that may repeat a rejection. */
interface RejectableContext extends Pick<OpenedCallContext, 'onFields'> {
  /** Idempotency-Key of the request, if it has one. */
  readonly repeatable?: object | null;
}

/** Rejections by rate limits, by caller and method. */
export interface CallerRejections {
  /** Repeats the latest rejection of this caller by this method, and its header fields. @throws AppError */
  check(callerId: string, path: string, context: RejectableContext): void;
  /** Remembers the rejection when the call fails by a rate limit. */
  learn<Value>(callerId: string, path: string, call: Promise<Value>): Promise<Value>;
}

/** Creates an empty cache. */
export function createCallerRejections(now?: () => number): CallerRejections {
  const rejections = createTtlCache<AppError>({
    ttlMs: REJECTION_MS,
    entriesMax: GATEWAY_LIMITS.callersKnownMax,
    ...(now && { now }),
  });
  return {
    check(callerId, path, { onFields, repeatable }) {
      // A stored answer is repeated beyond the limits too, and only the core knows it.
      if (repeatable) return;
      const rejection = rejections.get(`${callerId} ${path}`);
      if (rejection === undefined) return;
      onFields?.((rejection.cause as ServiceError).metadata);
      throw rejection;
    },
    async learn(callerId, path, call) {
      try {
        return await call;
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited')
          rejections.set(`${callerId} ${path}`, error);
        throw error;
      }
    },
  };
}
