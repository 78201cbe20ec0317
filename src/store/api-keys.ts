/** API keys. Only a hash of each is kept; the key itself is shown once, to its maker. */

import { storableArray, storableText } from './text.ts';
import type { Transaction } from './transaction.ts';

export interface ApiKeyRecord {
  /** The eight public characters of the key. */
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly keyHash: Buffer;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

/** Keeps a new key. */
export async function insertApiKey(
  sql: Transaction,
  key: Pick<ApiKeyRecord, 'id' | 'orgId' | 'name' | 'keyHash' | 'scopes' | 'expiresAt'>,
): Promise<void> {
  await sql`
    insert into api_keys (org_id, id, name, key_hash, scopes, expires_at)
    values (${key.orgId}, ${key.id}, ${storableText(key.name)}, ${key.keyHash}, ${storableArray(key.scopes)}::text[], ${key.expiresAt})`;
}

/** The key with this public id. The transaction must be that key's (`withPresentedKey`) or its organisation's. */
export async function findApiKey(sql: Transaction, id: string): Promise<ApiKeyRecord | null> {
  const [row] = await sql<[ApiKeyRecord?]>`
    select id, org_id, name, key_hash, to_jsonb(scopes) as scopes, expires_at, revoked_at, last_used_at, created_at
    from api_keys
    where id = ${id}`;
  return row ?? null;
}

/** Notes that a key has been used. */
export async function touchApiKey(sql: Transaction, orgId: string, id: string, usedAt: Date): Promise<void> {
  await sql`update api_keys set last_used_at = ${usedAt} where org_id = ${orgId} and id = ${id}`;
}

/** Makes a key worthless. Returns whether there was one that was not revoked yet. */
export async function revokeApiKey(
  sql: Transaction,
  orgId: string,
  id: string,
  revokedAt: Date,
): Promise<boolean> {
  const result = await sql`
    update api_keys set revoked_at = ${revokedAt}
    where org_id = ${orgId} and id = ${id} and revoked_at is null`;
  return result.count === 1;
}
