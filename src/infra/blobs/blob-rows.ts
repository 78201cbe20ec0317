/** Table of blobs: their state and location. */
import type { TenantTransaction, Transaction } from '../database/transaction.ts';

export type BlobPlace = 'postgres' | 's3';

export interface BlobRow {
  readonly orgId: string;
  readonly id: string;
  readonly place: BlobPlace;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Inserts the row of a blob that begins to arrive, or that is `whole`. */
export async function insertBlob(
  sql: TenantTransaction,
  { id, place }: Pick<BlobRow, 'id' | 'place'>,
  whole: Pick<BlobRow, 'bytes' | 'sha256'> | null = null,
): Promise<void> {
  await sql`
    insert into blobs (org_id, id, place, bytes, sha256)
    values (${sql.orgId}, ${id}, ${place}, ${whole?.bytes ?? null}, decode(${whole?.sha256 ?? null}, 'hex'))`;
}

/** Marks a blob as complete. */
export async function completeBlob(
  sql: TenantTransaction,
  { id, bytes, sha256 }: Omit<BlobRow, 'orgId' | 'place'>,
): Promise<void> {
  await sql`
    update blobs set bytes = ${bytes}, sha256 = decode(${sha256}, 'hex') where org_id = ${sql.orgId} and id = ${id}`;
}

/** Returns the complete blob with this id, or null. */
export async function findBlob(sql: TenantTransaction, id: string): Promise<BlobRow | null> {
  const [row] = await sql<[BlobRow?]>`
    select org_id, id, place, bytes::float8 as bytes, encode(sha256, 'hex') as sha256
    from blobs
    where org_id = ${sql.orgId} and id = ${id} and sha256 is not null`;
  return row ?? null;
}

/** Returns the location of a blob, complete or not, or null. */
export async function findBlobPlace(sql: TenantTransaction, id: string): Promise<BlobPlace | null> {
  const [row] = await sql<{ place: BlobPlace }[]>`
    select place from blobs where org_id = ${sql.orgId} and id = ${id}`;
  return row?.place ?? null;
}

/**
 * Marks a blob so that it can no longer be retained. Returns false when something refers to it, or it does not exist.
 */
export async function releaseUnclaimed(sql: TenantTransaction, id: string): Promise<boolean> {
  const result = await sql`
    update blobs set state = 'released' where org_id = ${sql.orgId} and id = ${id} and state <> 'kept'`;
  return result.count === 1;
}

/** Marks a blob as referenced. Returns false when it has been deleted or is not complete. */
export async function retainBlob(sql: TenantTransaction, id: string): Promise<boolean> {
  const result = await sql`
    update blobs set state = 'kept'
    where org_id = ${sql.orgId} and id = ${id} and state = 'arriving' and sha256 is not null`;
  return result.count === 1;
}

/**
 * Inserts the row of a content, or finds it. Returns its state; `isWhole`: its bytes are stored. One that is arriving
 * counts as new, so that the sweep lets it be.
 */
export async function insertContent(
  sql: TenantTransaction,
  id: string,
): Promise<{ readonly state: 'arriving' | 'kept' | 'released'; readonly isWhole: boolean }> {
  const [row] = await sql<[{ state: 'arriving' | 'kept' | 'released'; isWhole: boolean }]>`
    insert into blobs (org_id, id, place) values (${sql.orgId}, ${id}, 's3')
    on conflict (org_id, id) do update set
      created_at = case when blobs.state = 'arriving' then now() else blobs.created_at end
    returning state, sha256 is not null as is_whole`;
  return row;
}

/** Pack that rows begin to refer to. */
export interface RetainedPack {
  readonly id: string;
  readonly packed: 'results' | 'outlines';
  /** Its newest result; of outlines the smallest id of their last use. */
  readonly newestId: string;
}

/** Marks a pack as referenced. Returns false when it is being deleted or is not complete. */
export async function retainPack(
  sql: TenantTransaction,
  { id, packed, newestId }: RetainedPack,
): Promise<boolean> {
  const result = await sql`
    update blobs set state = 'kept', packed = ${packed}, newest_id = greatest(newest_id, ${newestId}::uuid)
    where org_id = ${sql.orgId} and id = ${id} and state <> 'released' and sha256 is not null`;
  return result.count === 1;
}

/** Marks a blob as no longer referenced. */
export async function releaseBlob(sql: TenantTransaction, id: string): Promise<void> {
  await sql`update blobs set state = 'released' where org_id = ${sql.orgId} and id = ${id}`;
}

/**
 * Ends the only reference to a blob. One in the database is deleted at once; returns whether it has bytes elsewhere, which
 * are to be deleted after the commit.
 */
export async function abandonBlob(sql: TenantTransaction, id: string): Promise<boolean> {
  const released = await sql`
    with deleted as (
      delete from blobs where org_id = ${sql.orgId} and id = ${id} and place = 'postgres'
    )
    update blobs set state = 'released' where org_id = ${sql.orgId} and id = ${id} and place <> 'postgres'`;
  return released.count === 1;
}

/** Deletes an unreferenced blob, including its content if that is in the database. */
export async function deleteBlob(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from blobs where org_id = ${sql.orgId} and id = ${id} and state <> 'kept'`;
}

/**
 * Lists up to `rows` unneeded blobs in this location, of all organisations, the oldest first. Over the owner's
 * connection only.
 */
export async function listNeedlessBlobs(
  sql: Transaction,
  place: BlobPlace,
  unclaimedMsMax: number,
  rows: number,
): Promise<readonly Pick<BlobRow, 'orgId' | 'id'>[]> {
  return sql<Pick<BlobRow, 'orgId' | 'id'>[]>`
    select org_id, id from blobs
    where place = ${place}
      and (state = 'released' or (state = 'arriving' and created_at < now() - ${unclaimedMsMax} * interval '1 millisecond'))
    order by created_at
    limit ${rows}`;
}
