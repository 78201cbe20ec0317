/** Monthly partitions of the table of validations. */

import { INFRA_LIMITS } from '../limits.ts';
import type { Transaction } from './transaction.ts';

/** Creates the partitions of this month and the coming ones. Returns how many were missing. */
export async function prepareValidationPartitions(sql: Transaction): Promise<number> {
  // Two processes at once would create the same ones.
  await sql`select pg_advisory_xact_lock(hashtextextended('partitions', 0))`;
  const [row] = await sql<{ made: number }[]>`
    select prepare_validation_partitions(${INFRA_LIMITS.partitionMonthsAhead}) as made`;
  return row?.made ?? 0;
}
