/** The Idempotency-Key in the headers of a call, and what it means for its admission. */
import type { Metadata } from '@grpc/grpc-js';
import { AppError } from '../../errors.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { LIMITS } from '../../limits.ts';
import type { Idempotency, RepeatKey } from '../../service/idempotency/idempotency.ts';
import type { Permit } from '../../service/rate-limits/limiter.ts';

/** Where a caller gives its key. */
const KEY = 'idempotency-key';
/** Where a gateway says which of its calls are attempts at the same request. */
const REQUEST = 'x-gateway-request';

const VISIBLE = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyCharactersMax}}$`);

/** Whether a call has a key at all. */
export function givesKey(metadata: Metadata): boolean {
  return metadata.get(KEY).length > 0;
}

/** The steps of the admission that a key changes. */
export interface KeyedAdmission {
  readonly metadata: Metadata;
  readonly orgId: string;
  readonly idempotency: Idempotency;
  /** Throws when the plan does not allow the call. */
  requirePlan(): void;
  /** Takes what the call needs of its limits. */
  take(): Promise<Permit>;
}

/**
 * Admits a call with a key. A plan that is used up does not refuse what has been done already; a key that another call
 * works under refuses this one before its message is read.
 * @throws AppError `invalid_idempotency_key`, `idempotency_in_progress`, and what the steps throw
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
  if (typeof key !== 'string' || others.length > 0 || !VISIBLE.test(key)) return null;
  const [request] = metadata.get(REQUEST);
  return { orgId, key, request: typeof request === 'string' && isUuid(request) ? request : null };
}

function invalidKey(): AppError {
  const limit = LIMITS.idempotencyKeyCharactersMax;
  return new AppError(
    'invalid_idempotency_key',
    `The Idempotency-Key must be one value of 1 to ${limit} visible ASCII characters, for example a UUID.`,
    { limitCharacters: String(limit) },
  );
}
