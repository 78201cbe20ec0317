/** Partitions of tables by month and by day. */

import { INFRA_LIMITS } from '../limits.ts';
import { limitLockTime } from './concurrent-index.ts';
import type { Transaction } from './transaction.ts';

/** Monthly partitions that are created ahead. */
const PARTITION_MONTHS_AHEAD = 3;

/**
 * Creates the partitions of today, of this month and of the coming ones. Returns how many were missing. Fails rather than
 * wait long for a table that others hold, as a backup does: all other statements would wait behind it.
 */
export async function makePartitionsAhead(
  sql: Transaction,
  lockMsMax: number = INFRA_LIMITS.migrationLockMsMax,
): Promise<number> {
  await limitLockTime(sql, lockMsMax);
  // Two processes at once would create the same ones.
  await sql`select pg_advisory_xact_lock(hashtextextended('partitions', 0))`;
  const [row] = await sql<{ made: number }[]>`
    select prepare_validation_partitions(${PARTITION_MONTHS_AHEAD}) as made`;
  return row?.made ?? 0;
}
