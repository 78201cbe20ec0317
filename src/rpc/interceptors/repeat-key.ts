/** Admission of calls with an Idempotency-Key. */
import type { Metadata } from '@grpc/grpc-js';
import { isIdempotencyKey } from '../../contract/headers/idempotency-key.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import type { Idempotency, RepeatKey } from '../../service/idempotency/idempotency.ts';
import type { Permit } from '../../service/rate-limits/limiter.ts';

/** Header with the caller's key. */
const KEY = 'idempotency-key';
/** Header by which a gateway marks its attempts at the same request. */
const REQUEST = 'x-gateway-request';

/** Returns whether a call has a key at all. */
export function givesKey(metadata: Metadata): boolean {
  return metadata.get(KEY).length > 0;
}

/** Steps of the admission that a key changes. */
export interface KeyedAdmission {
  readonly metadata: Metadata;
  readonly orgId: string;
  readonly idempotency: Idempotency;
  /** Checks the plan. @throws AppError when the plan does not allow the call */
  requirePlan(): void;
  /** Takes the permits of the call. */
  take(): Promise<Permit>;
}

/**
 * Admits a call with a key. An exhausted plan does not block the replay of a stored answer. If another call is in
 * progress under the key, this one is rejected before its message is read.
 * @throws AppError `invalid_idempotency_key`, `idempotency_in_progress`, and the errors of the steps
 */
export async function admitKeyed(
  call: KeyedAdmission,
): Promise<{ readonly permit: Permit; readonly repeat: RepeatKey }> {
  const { idempotency } = call;
  const repeat = readKey(call);
  try {
    call.requirePlan();
  } catch (rejection) {
    if (repeat === null || !(await idempotency.hasAnswer(repeat))) throw rejection;
  }
  const permit = await call.take();
  try {
    if (repeat === null) throw invalidKey();
    await idempotency.requireFree(repeat);
    return { permit, repeat };
  } catch (rejection) {
    permit.release();
    throw rejection;
  }
}

function readKey({ metadata, orgId }: KeyedAdmission): RepeatKey | null {
  const [key, ...others] = metadata.get(KEY);
  if (typeof key !== 'string' || others.length > 0 || !isIdempotencyKey(key)) return null;
  const [request] = metadata.get(REQUEST);
  return { orgId, key, request: typeof request === 'string' && isUuid(request) ? request : null };
}

function invalidKey(): AppError {
  const limit = CONTRACT_LIMITS.idempotencyKeyCharactersMax;
  return new AppError(
    'invalid_idempotency_key',
    `The Idempotency-Key must be one value of 1 to ${limit} visible ASCII characters, for example a UUID.`,
    { limitCharacters: String(limit) },
  );
}
