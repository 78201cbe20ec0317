/** The end of a runner of the job queue. */
import type postgres from 'postgres';
import type { Runner } from '../../../src/jobs/runner.ts';
import { until } from '../processes.ts';

/** Stops the only runner of a database and waits until its connections are closed. */
export async function stopRunner(runner: Runner, owner: postgres.Sql): Promise<void> {
  await runner.stop();
  await queueConnectionsClosed(owner);
}

/**
 * Waits until no runner has a connection to the database. A stopped one does not wait for them itself, and a connection
 * that Postgres ends meanwhile is an unhandled error.
 */
export async function queueConnectionsClosed(owner: postgres.Sql): Promise<void> {
  await until('the queue has closed its connections', async () => {
    // Only the queue's driver gives its connections no name.
    const open = await owner`
      select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name = ''`;
    return open.length === 0;
  });
}
