/** Idempotency keys: the call that holds each one, and the stored answers. */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { IDEMPOTENCY_LIMITS } from './limits.ts';

/** Request of a call to claim a key. */
export interface ClaimRequest {
  readonly orgId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Of this call alone. */
  readonly claim: string;
  /** The same for each attempt of a gateway at one request. */
  readonly request: string | null;
  readonly leaseMs: number;
}

/** Stored state of a key. */
export interface KnownKey {
  readonly fingerprint: Buffer;
  readonly request: string | null;
  /** True: the call that holds it may still be alive. */
  readonly isHeld: boolean;
  /** Null while that call runs. */
  readonly answer: Buffer | null;
}

/**
 * Returns the condition that a lease holds. One that ends later than any lease may was written before the clock stepped
 * back; twice the time leaves room for transactions that began at different times.
 */
function isHeld(sql: Transaction, table: 'kept' | 'idempotency_keys') {
  const ceilingMs = 2 * IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax;
  return sql`(${sql(table)}.lease_until between now() and now() + ${ceilingMs} * interval '1 ms')`;
}

/** Claims the key if it is free. It is if it is new, its answer too old, its call dead, or another attempt at the same request. */
export async function claimKey(sql: Transaction, wanted: ClaimRequest): Promise<boolean> {
  const { orgId, key, fingerprint, claim, request, leaseMs } = wanted;
  const taken = await sql`
    insert into idempotency_keys as kept (org_id, key, fingerprint, claim, request, lease_until)
    values (${orgId}, ${key}, ${fingerprint}, ${claim}, ${request}, now() + ${leaseMs} * interval '1 ms')
    on conflict (org_id, key) do update
    set fingerprint = excluded.fingerprint, claim = excluded.claim, request = excluded.request,
      lease_until = excluded.lease_until, answer = null, created_at = excluded.created_at
    where kept.created_at < now() - ${CONTRACT_LIMITS.idempotencyHoursMax} * interval '1 hour'
      or (kept.answer is null and (not ${isHeld(sql, 'kept')} or kept.request = excluded.request))`;
  return taken.count > 0;
}

/** Returns the state of the key; undefined when it is unknown or too old. */
export async function findKey(sql: TenantTransaction, key: string): Promise<KnownKey | undefined> {
  const [row] = await sql<[KnownKey?]>`
    select fingerprint, request, ${isHeld(sql, 'idempotency_keys')} as is_held, answer
    from idempotency_keys
    where org_id = ${sql.orgId} and key = ${key}
      and created_at >= now() - ${CONTRACT_LIMITS.idempotencyHoursMax} * interval '1 hour'`;
  return row;
}

/** Renews the lease of the call that holds the claim. */
export async function renewKey(
  sql: TenantTransaction,
  key: string,
  claim: string,
  leaseMs: number,
): Promise<void> {
  await sql`
    update idempotency_keys set lease_until = now() + ${leaseMs} * interval '1 ms'
    where org_id = ${sql.orgId} and key = ${key} and claim = ${claim} and answer is null`;
}

/** Stores the answer of the call that holds the claim. False: another call has claimed the key meanwhile. */
export async function storeAnswer(
  sql: TenantTransaction,
  key: string,
  claim: string,
  answer: Buffer,
): Promise<boolean> {
  const stored = await sql`
    update idempotency_keys set answer = ${answer}
    where org_id = ${sql.orgId} and key = ${key} and claim = ${claim} and answer is null`;
  return stored.count > 0;
}

/** Frees the key of a call that had no effect. */
export async function releaseKey(sql: TenantTransaction, key: string, claim: string): Promise<void> {
  await sql`
    delete from idempotency_keys
    where org_id = ${sql.orgId} and key = ${key} and claim = ${claim} and answer is null`;
}

/** Deletes up to `rows` keys that are too old to count. Needs the owner's connection. Returns how many. */
export async function deleteOldKeys(sql: Transaction, rows: number): Promise<number> {
  const deleted = await sql`
    delete from idempotency_keys
    where (org_id, key) in (
      select org_id, key from idempotency_keys
      where created_at < now() - ${CONTRACT_LIMITS.idempotencyHoursMax} * interval '1 hour'
      limit ${rows}
    )`;
  return deleted.count;
}
