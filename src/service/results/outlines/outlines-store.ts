/** Store of outlines, each under the hash of its content. */
import type { OutlineReference, PackedOutline } from '../../../analysis/model/outline/file-outline.ts';
import { createTtlCache, type TtlCache } from '../../../infra/async/ttl-cache.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import {
  type Fragment,
  sendWithCommit,
  type TenantTransaction,
  type Transaction,
} from '../../../infra/database/transaction.ts';

/** Outlines that this process has stored, by organisation and id. */
export type StoredOutlines = Pick<TtlCache<true>, 'get' | 'getOrCreate'>;

/** Time for which an outline is known to be stored: far less than the day after which its row is marked again. */
const KNOWN_MS = 10 * 60_000;
const KNOWN_MAX = 10_000;

/** Creates an empty memory of stored outlines. */
export function createStoredOutlines(): StoredOutlines {
  return createTtlCache<true>({ ttlMs: KNOWN_MS, entriesMax: KNOWN_MAX });
}

/** Writes the statement that stores an outline, unless it is known to be used today. */
function insertedOutline(sql: TenantTransaction, { id, bytes }: PackedOutline) {
  return sql`
    insert into outlines (org_id, id, bytes)
    select ${sql.orgId}::uuid, decode(${id}, 'hex'), ${Buffer.from(bytes)}::bytea
    where not exists (
      select from outlines
      where org_id = ${sql.orgId} and id = decode(${id}, 'hex') and used_at > now() - interval '1 day'
    )
    on conflict (org_id, id) do update set used_at = now()`;
}

/**
 * Stores an outline with the COMMIT of the transaction. It comes first there, as everywhere: the count of usage is what
 * others wait for.
 */
export function storeOutlineWithCommit(sql: TenantTransaction, outline: OutlineReference | undefined): void {
  if (outline?.bytes) sendWithCommit(sql, insertedOutline(sql, outline));
}

/** Stores outlines. They are known to be used once a day, so that an unchanged file writes nothing. */
export async function insertOutlines(
  sql: TenantTransaction,
  outlines: readonly PackedOutline[],
): Promise<void> {
  // In one order everywhere, so that two transactions with the same outlines do not deadlock.
  const sorted = [...new Map(outlines.map((outline) => [outline.id, outline])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  for (const outline of sorted) await insertedOutline(sql, outline);
}

/**
 * Writes the statement that marks outlines as used. It skips locked rows: their holder marks them at this moment.
 * @param ids an array of `bytea`
 */
export function touchedOutlines(sql: TenantTransaction, ids: Fragment): Fragment {
  return sql`
    update outlines set used_at = now()
    where ctid = any(array(
      select ctid from outlines
      where org_id = ${sql.orgId} and id = any(${ids}) and used_at < now() - interval '1 day'
      for update skip locked
    ))`;
}

/** Marks the outlines of files that were analysed earlier as used. @param ids hexadecimal */
export async function touchOutlines(sql: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = storableArray(ids.map((id) => `\\x${id}`));
  await sql`${touchedOutlines(sql, sql`${wanted}::bytea[]`)}`;
}

/** Age at which an unused outline is deleted: used ones are touched once a day. */
const DAYS_MIN = 2;

/**
 * Deletes up to `rows` forgotten outlines: their last run is past the retention of its organisation, at most `daysMax`,
 * or the organisation stores none. Returns their number.
 */
export async function deleteForgottenOutlines(
  sql: Transaction,
  now: Date,
  daysMax: number,
  rows: number,
): Promise<number> {
  const result = await sql`
    delete from outlines
    where (org_id, id) in (
      select outlines.org_id, id
      from outlines left join organisation_settings on organisation_settings.org_id = outlines.org_id
      where keep_outlines is false or used_at < ${now}::timestamptz
        - (${DAYS_MIN}::int + least(coalesce(retention_days, ${daysMax}), ${daysMax})) * interval '24 hours'
      limit ${rows} for update of outlines skip locked
    )`;
  return result.count;
}
