/** Changes of the feed, as the triggers of its tables record them. */
import type { Transaction } from '../../infra/database/transaction.ts';
import { FEED_LIMITS } from './limits.ts';

/** Deletes up to `rows` changes that no stream reads any more. Needs the owner's connection. Returns how many. */
export async function deleteOldChanges(sql: Transaction, rows: number): Promise<number> {
  const deleted = await sql`
    delete from feed_changes
    where (org_id, at, number) in (
      select org_id, at, number from feed_changes
      where at < now() - ${FEED_LIMITS.feedChangesMsMax} * interval '1 millisecond'
      limit ${rows}
    )`;
  return deleted.count;
}
