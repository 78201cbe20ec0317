/** Outlines that move to the bucket when no run has had them for long, and back when one has again. */
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { BODY_LIMITS } from './limits.ts';

/** Outline in the database. */
export interface PackableOutline {
  /** Hexadecimal. */
  readonly id: string;
  readonly bytes: Buffer;
  readonly usedAt: Date;
}

/** Lists the next outlines that no run has had since the moment, all of them last used on one day. */
export async function listPackableOutlines(
  sql: TenantTransaction,
  before: Date,
): Promise<readonly PackableOutline[]> {
  return sql<PackableOutline[]>`
    with old as (
      select *, date_trunc('day', used_at at time zone 'utc') as day from outlines
      where org_id = ${sql.orgId} and used_at < ${before} and pack_id is null
      order by used_at, id limit ${BODY_LIMITS.packEntriesMax}
    ), sized as (
      select *, row_number() over (order by used_at, id) as place, sum(length(bytes)) over (order by used_at, id) as sum
      from old
    )
    select encode(id, 'hex') as id, bytes, used_at from sized
    where (sum <= ${BODY_LIMITS.packBytesMax} or place = 1) and day = (select day from sized where place = 1)
    order by used_at, id`;
}

/** Empties the rows of packed outlines. One that a run has had meanwhile stays. */
export async function emptyOutlines(
  sql: TenantTransaction,
  packId: string,
  outlines: readonly PackableOutline[],
): Promise<void> {
  await sql`
    update outlines set bytes = '', pack_id = ${packId}
    from unnest(
      ${storableArray(outlines.map(({ id }) => `\\x${id}`))}::text[]::bytea[],
      ${storableArray(outlines.map(({ usedAt }) => usedAt.toISOString()))}::text[]::timestamptz[]
    ) as packed (packed_id, packed_at)
    where org_id = ${sql.orgId} and id = packed_id and pack_id is null
      and date_trunc('milliseconds', used_at) = packed_at`;
}

/** Outline in the bucket. */
export interface PackedOutlineRow {
  /** Hexadecimal. */
  readonly id: string;
  readonly packId: string;
}

/** Lists outlines in the bucket that a run has had since the moment. */
export async function listOutlinesInUse(
  sql: TenantTransaction,
  since: Date,
): Promise<readonly PackedOutlineRow[]> {
  return sql<PackedOutlineRow[]>`
    select encode(id, 'hex') as id, pack_id from outlines
    where org_id = ${sql.orgId} and used_at >= ${since} and pack_id is not null
    order by pack_id, id limit ${BODY_LIMITS.packEntriesMax}`;
}

/** Fills the row of an outline again. */
export async function refillOutline(
  sql: TenantTransaction,
  { id, packId }: PackedOutlineRow,
  bytes: Buffer,
): Promise<void> {
  await sql`
    update outlines set bytes = ${bytes}, pack_id = null
    where org_id = ${sql.orgId} and id = decode(${id}, 'hex') and pack_id = ${packId}`;
}
