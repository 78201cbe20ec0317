/** Store of API keys: hashes only, as a key itself is shown once, to its creator. */

import type { AuditActor } from '../../contract/audit.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { WireCase } from '../../contract/wire-case.ts';
import { readCursor, writeCursor } from '../../infra/database/cursor.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';

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
  /** Name of its creator; null for a key of the first start. */
  readonly createdByName: string | null;
  readonly rotatedAt: Date | null;
  /** Hash of the secret before the last rotation, and the end of its validity; both null without one. */
  readonly previousKeyHash: Buffer | null;
  readonly previousKeyUntil: Date | null;
  /** The spelling of answers that it prefers; null leaves it to the organisation. */
  readonly wireCase: WireCase | null;
  /** Id of the team that its rights are narrowed to; null: they are those of the organisation. */
  readonly teamId: string | null;
}

/** New key. A creator of null is the first start. */
export type NewApiKey = Pick<ApiKeyRecord, 'id' | 'orgId' | 'name' | 'keyHash' | 'scopes' | 'expiresAt'> & {
  readonly createdBy?: AuditActor;
  readonly wireCase?: WireCase | null;
  readonly teamId?: string | null;
};

/** Changes of a key that need no new secret. */
export type ApiKeyChanges = Partial<Pick<ApiKeyRecord, 'name' | 'wireCase'>>;

/** Values of a key after its rotation. */
export interface Rotation {
  readonly keyHash: Buffer;
  readonly expiresAt: Date;
  readonly rotatedAt: Date;
  /** End of the validity of the previous secret; null: now. */
  readonly previousKeyUntil: Date | null;
}

export type ApiKeyStatus = 'active' | 'expired' | 'revoked';

export interface ApiKeyPage {
  readonly items: readonly ApiKeyRecord[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Returns the status of a key at this moment. */
export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<ApiKeyRecord, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
}

/** Inserts a key. */
export async function insertApiKey(sql: Transaction, key: NewApiKey): Promise<void> {
  const { createdBy } = key;
  await sql`
    insert into api_keys (org_id, id, name, key_hash, scopes, expires_at, created_by_id, created_by_name,
                          created_by_kind, created_by_email, wire_case, team_id)
    values (${key.orgId}, ${key.id}, ${storableText(key.name)}, ${key.keyHash}, ${storableArray(key.scopes)}::text[],
            ${key.expiresAt}, ${storableText(createdBy?.id ?? null)}, ${storableText(createdBy?.name ?? null)},
            ${createdBy?.kind ?? null}, ${createdBy?.email ? storableText(createdBy.email) : null},
            ${key.wireCase ?? null}, ${key.teamId ?? null})`;
}

/** The key with this public id. The transaction must be that key's (`withPresentedKey`). */
export async function findPresentedApiKey(sql: Transaction, id: string): Promise<ApiKeyRecord | undefined> {
  const [row] = await sql<[ApiKeyRecord?]>`select ${columns(sql)} from api_keys where id = ${id}`;
  return row;
}

/** The organisation's key with this public id. */
export async function findApiKey(sql: TenantTransaction, id: string): Promise<ApiKeyRecord | undefined> {
  const [row] = await sql<[ApiKeyRecord?]>`
    select ${columns(sql)} from api_keys where org_id = ${sql.orgId} and id = ${storableText(id)}`;
  return row;
}

/** The same, held against other changes until the transaction ends. */
export async function lockApiKey(sql: TenantTransaction, id: string): Promise<ApiKeyRecord | undefined> {
  const [row] = await sql<[ApiKeyRecord?]>`
    select ${columns(sql)} from api_keys where org_id = ${sql.orgId} and id = ${storableText(id)} for update`;
  return row;
}

/** User as the maker of keys: known by the subject, the comparable address, or either. */
export interface KeyMaker {
  readonly subject: string | null;
  readonly email?: string | null;
}

/**
 * The working keys that a user made, that these keys made, and so on, the oldest first; held against other changes until
 * the transaction ends. None of them can make another one from then on.
 */
export async function lockKeysMadeBy(
  sql: TenantTransaction,
  { subject, email = null }: KeyMaker,
  now: Date,
): Promise<readonly ApiKeyRecord[]> {
  let locked: readonly ApiKeyRecord[] = [];
  for (;;) {
    // A key may have made another one while its row was waited for.
    const found = await sql<ApiKeyRecord[]>`
      with recursive made (id) as (
        select id from api_keys
        where org_id = ${sql.orgId} and created_by_kind = 'user'
          and (created_by_id = ${storableText(subject)} or lower(created_by_email) = ${storableText(email)})
        union
        select api_keys.id from made join api_keys
          on api_keys.org_id = ${sql.orgId} and created_by_kind = 'key' and created_by_id = made.id
      )
      select ${columns(sql)} from api_keys
      where org_id = ${sql.orgId} and id in (select id from made) and revoked_at is null and expires_at > ${now}
      order by created_at, id
      for update`;
    if (found.length === locked.length) return found;
    locked = found;
  }
}

/** The same, of these keys the ones that see the whole organisation. */
export async function lockWideKeysMadeBy(
  sql: TenantTransaction,
  maker: KeyMaker,
): Promise<readonly ApiKeyRecord[]> {
  const keys = await lockKeysMadeBy(sql, maker, new Date());
  return keys.filter(({ teamId }) => teamId === null);
}

/** Lists those of these users who have made API keys, also ones that have ended since. */
export async function listKeyMakers(
  sql: TenantTransaction,
  subjects: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql<{ subject: string }[]>`
    select distinct created_by_id as subject from api_keys
    where org_id = ${sql.orgId} and created_by_kind = 'user' and created_by_id in (select unnest(${storableArray(subjects)}::text[]))`;
  return rows.map(({ subject }) => subject);
}

/** One page of the organisation's keys, newest first; `status` null lists all. `now` decides what has expired. */
export async function listApiKeys(
  sql: TenantTransaction,
  status: ApiKeyStatus | null,
  now: Date,
  cursor: string | null = null,
  pageSize: number = CONTRACT_LIMITS.pageSizeDefault,
): Promise<ApiKeyPage> {
  const after = cursor === null ? null : readCursor(cursor, (text) => /^[0-9A-Za-z]{8}$/.test(text));
  const wanted = {
    active: sql`and revoked_at is null and expires_at > ${now}`,
    expired: sql`and revoked_at is null and expires_at <= ${now}`,
    revoked: sql`and revoked_at is not null`,
  } satisfies Record<ApiKeyStatus, unknown>;
  const rows = await sql<ApiKeyRecord[]>`
    select ${columns(sql)}
    from api_keys
    where org_id = ${sql.orgId}
      ${status === null ? sql`` : wanted[status]}
      ${after === null ? sql`` : sql`and (date_trunc('milliseconds', created_at), id) < (${after.time}, ${after.id})`}
    order by date_trunc('milliseconds', created_at) desc, id desc
    limit ${pageSize + 1}`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: isMore ? writeCursor({ time: last.createdAt, id: last.id }) : null };
}

/** Notes that a key has been used. */
export async function touchApiKey(sql: TenantTransaction, id: string, usedAt: Date): Promise<void> {
  await sql`update api_keys set last_used_at = ${usedAt} where org_id = ${sql.orgId} and id = ${id}`;
}

/** Changes what is named; at least one member. */
export async function updateApiKey(
  sql: TenantTransaction,
  id: string,
  { name, ...rest }: ApiKeyChanges,
): Promise<void> {
  const changes = name === undefined ? rest : { ...rest, name: storableText(name) };
  await sql`update api_keys set ${sql(changes)} where org_id = ${sql.orgId} and id = ${id}`;
}

/** Gives a key another secret. */
export async function rotateApiKey(sql: TenantTransaction, id: string, rotation: Rotation): Promise<void> {
  const { keyHash, expiresAt, rotatedAt, previousKeyUntil } = rotation;
  await sql`
    update api_keys
    set key_hash = ${keyHash}, expires_at = ${expiresAt}, rotated_at = ${rotatedAt},
        previous_key_hash = case when ${previousKeyUntil}::timestamptz is null then null else key_hash end,
        previous_key_until = ${previousKeyUntil}
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Returns whether the organisation has this team. */
export async function isTeam(sql: TenantTransaction, id: string): Promise<boolean> {
  const rows = await sql`select from teams where org_id = ${sql.orgId} and id = ${id} for share`;
  return rows.length > 0;
}

/** Makes a key worthless. Returns whether there was one that was not revoked yet. */
export async function revokeApiKey(sql: TenantTransaction, id: string, revokedAt: Date): Promise<boolean> {
  const result = await sql`
    update api_keys set revoked_at = ${revokedAt}
    where org_id = ${sql.orgId} and id = ${id} and revoked_at is null`;
  return result.count === 1;
}

function columns(sql: Transaction) {
  return sql`
    id, org_id, name, key_hash, to_jsonb(scopes) as scopes, expires_at, revoked_at, last_used_at, created_at,
    created_by_name, rotated_at, previous_key_hash, previous_key_until, wire_case, team_id`;
}
