/** Clock of retention, which follows the database's in small steps. */

import type { Transaction } from '../../infra/database/transaction.ts';

/** Longest advance of the retention clock towards the database's at each step of ten minutes. */
const RETENTION_STEP_MS_MAX = 20 * 60 * 1_000;

export interface RetentionClock {
  readonly reachedAt: Date;
  /** Lead of the database's clock, in milliseconds. */
  readonly lagMs: number;
}

/** Advances the clock towards the database's, by one step at most. */
export async function tickRetentionClock(sql: Transaction): Promise<void> {
  await sql`
    update retention_clock
    set reached_at = least(clock_timestamp(), reached_at + ${RETENTION_STEP_MS_MAX} * interval '1 millisecond')`;
}

/** Reads the clock. */
export async function readRetentionClock(sql: Transaction): Promise<RetentionClock> {
  const [row] = await sql<[RetentionClock]>`
    select reached_at, (extract(epoch from clock_timestamp() - reached_at) * 1000)::float8 as lag_ms
    from retention_clock`;
  return row;
}
