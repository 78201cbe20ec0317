/** Store of the keys that an organisation trusts to sign policy packs. */
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';

/** Trusted key. */
export interface PolicyKeyRecord {
  /** Follows from the key alone. */
  readonly id: string;
  /** SPKI in PEM. */
  readonly publicKey: string;
  /** Names of the packs that it may sign, with `*`. */
  readonly packs: readonly string[];
  /** Null: it does not expire. */
  readonly notAfter: Date | null;
  readonly createdByName: string;
  readonly createdAt: Date;
}

/** Lists all keys, the oldest first: there are few. */
export async function listPolicyKeys(sql: TenantTransaction): Promise<readonly PolicyKeyRecord[]> {
  return sql<PolicyKeyRecord[]>`
    select id, public_key, packs, not_after, created_by_name, created_at
    from policy_keys where org_id = ${sql.orgId} order by created_at, id`;
}

/** Stores a key; undefined when it is there already. */
export async function insertPolicyKey(
  sql: TenantTransaction,
  { id, publicKey, packs, notAfter, createdByName }: Omit<PolicyKeyRecord, 'createdAt'>,
): Promise<PolicyKeyRecord | undefined> {
  const [row] = await sql<[PolicyKeyRecord?]>`
    insert into policy_keys (org_id, id, public_key, packs, not_after, created_by_name)
    values (${sql.orgId}, ${id}, ${publicKey}, ${sql.json([...packs])}, ${notAfter},
            ${storableText(createdByName)})
    on conflict (org_id, id) do nothing
    returning id, public_key, packs, not_after, created_by_name, created_at`;
  return row;
}

/** Deletes a key. */
export async function deletePolicyKey(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from policy_keys where org_id = ${sql.orgId} and id = ${id}`;
}
