/** Deletion of old changes. Needs the owner's connection, for all organisations. */
import type { Transaction } from '../../infra/database/transaction.ts';

/**
 * Deletes up to `rows` changes whose newest run is past the retention of its organisation. That is `daysMax` at most. Open ones
 * too: their runs are deleted by then, and one that ends nevertheless makes its change anew. Returns how many.
 */
export async function deleteChangesPastRetention(
  sql: Transaction,
  now: Date,
  daysMax: number,
  rows: number,
): Promise<number> {
  const result = await sql`
    delete from changes
    where (org_id, id) in (
      select old.*
      from organisations left join organisation_settings on organisation_settings.org_id = organisations.id
      cross join lateral (
        select org_id, id from changes
        where org_id = organisations.id and active_at <
          ${now}::timestamptz - least(coalesce(retention_days, ${daysMax}), ${daysMax}) * interval '24 hours' - interval '10 minutes'
        limit ${rows}
      ) as old
      limit ${rows}
    )`;
  return result.count;
}
