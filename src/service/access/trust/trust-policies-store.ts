/** Store of trust policies. */
import type { TrustPolicy, TrustPolicyChanges } from '../../../contract/trust-policy.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';

export interface TrustPolicyRecord extends TrustPolicy {
  readonly id: string;
  readonly orgId: string;
  /** Written at most once a minute; null: never used. */
  readonly lastUsedAt: Date | null;
  readonly createdByName: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Lets one transaction at a time add or rename policies of the organisation, so that number and names hold. */
export async function lockTrustPolicyNames(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trust policies of ' || ${sql.orgId}, 0))`;
}

/** Lists all policies, in the order of their names: there are few. */
export async function listTrustPolicies(sql: TenantTransaction): Promise<readonly TrustPolicyRecord[]> {
  return sql<TrustPolicyRecord[]>`
    select ${columns(sql)} from trust_policies where org_id = ${sql.orgId} order by name, id`;
}

/** Returns the policy of this id, locked until the transaction ends; undefined when there is none. */
export async function lockTrustPolicy(
  sql: TenantTransaction,
  id: string,
): Promise<TrustPolicyRecord | undefined> {
  const [row] = await sql<[TrustPolicyRecord?]>`
    select ${columns(sql)} from trust_policies where org_id = ${sql.orgId} and id = ${id} for update`;
  return row;
}

/** Stores a new policy; undefined when there is one of this name. */
export async function insertTrustPolicy(
  sql: TenantTransaction,
  { name, provider, issuer, pins, conditions, expiresAt }: TrustPolicy,
  createdByName: string,
): Promise<TrustPolicyRecord | undefined> {
  const [row] = await sql<[TrustPolicyRecord?]>`
    insert into trust_policies
      (org_id, id, name, provider, issuer, pins, conditions, expires_at, created_by_name)
    values (${sql.orgId}, ${uuidV7()}, ${storableText(name)}, ${provider}, ${issuer}, ${sql.json(pins)},
            ${sql.json(conditions)}, ${expiresAt}, ${storableText(createdByName)})
    on conflict (org_id, name) do nothing
    returning ${columns(sql)}`;
  return row;
}

/** Writes all members that can be changed; undefined when another policy has the name. The row must be locked. */
export async function updateTrustPolicy(
  sql: TenantTransaction,
  before: TrustPolicyRecord,
  changes: TrustPolicyChanges,
): Promise<TrustPolicyRecord | undefined> {
  const { id, name, pins, conditions, expiresAt } = { ...before, ...changes };
  const [row] = await sql<[TrustPolicyRecord?]>`
    update trust_policies
    set name = ${storableText(name)}, pins = ${sql.json(pins)}, conditions = ${sql.json(conditions)},
      expires_at = ${expiresAt}, updated_at = now(), version = version + 1
    where org_id = ${sql.orgId} and id = ${id} and not exists (
      select 1 from trust_policies where org_id = ${sql.orgId} and name = ${storableText(name)} and id <> ${id})
    returning ${columns(sql)}`;
  return row;
}

/** Deletes the policy. Results still hold its id as their owner. */
export async function deleteTrustPolicy(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from trust_policies where org_id = ${sql.orgId} and id = ${id}`;
}

/** Writes when the policy was last used. */
export async function touchTrustPolicy(sql: TenantTransaction, id: string, moment: Date): Promise<void> {
  await sql`
    update trust_policies set last_used_at = ${moment} where org_id = ${sql.orgId} and id = ${id}`;
}

function columns(sql: Transaction) {
  return sql`
    org_id, id, name, provider, issuer, pins, conditions, expires_at, last_used_at, created_by_name, version,
    created_at, updated_at`;
}
