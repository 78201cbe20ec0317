/** Sessions that wait for a lock: a test goes on once another session waits for its transaction. */
import type postgres from 'postgres';
import { until } from '../processes.ts';

/** Waits until a session of the database waits for a lock; default: that of these connections. */
export async function untilBlocked(owner: postgres.Sql, database: string | null = null): Promise<void> {
  await until('a session waits for a lock', async () => {
    const rows = await owner`
      select from pg_stat_activity
      where datname = coalesce(${database}, current_database()) and wait_event_type = 'Lock'`;
    return rows.length > 0;
  });
}
