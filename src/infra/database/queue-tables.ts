/** Storage of the tables of the job queue, which graphile-worker creates. Over the owner's connection only. */
import type { Transaction } from './transaction.ts';

/**
 * Has Postgres remove dead rows of the queue after a number of changes, as `sql/0044_vacuum_queues.sql` does for our own
 * tables. Changes nothing where that is set, so that no start waits for a lock.
 */
export async function vacuumQueueOften(sql: Transaction): Promise<void> {
  await sql`
    do $$
    declare
      queue regclass;
    begin
      for queue in
        select oid from pg_class
        where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r'
          and relname in ('_private_jobs', '_private_job_queues') and not coalesce('vacuum_truncate=off' = any(reloptions), false)
      loop
        execute format(
          'alter table %s set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
                               autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off)', queue);
      end loop;
    end
    $$`;
}
