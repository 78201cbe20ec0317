/** What a service that has come to rest must not have left in its database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';

/** Work under way, in one query: the end of one kind may start another. */
const WORK = {
  'runs, projects, files of projects and their jobs': `(
    select from validations where status in ('queued', 'running')
    union all select from projects where status in ('queued', 'running')
    union all select from project_items where status = 'queued'
    union all select from graphile_worker.jobs
      where task_identifier in ('run-validation', 'list-project', 'run-shard', 'finish-project')
  ) as work`,
} as const;

/** What work makes until its end, by its name in messages: counted only once there is none. */
const TRACES = {
  'locked jobs': 'graphile_worker._private_jobs where locked_at is not null',
  'locked queues': 'graphile_worker._private_job_queues where locked_at is not null',
  'advisory locks': `pg_locks where locktype = 'advisory'`,
  'notes of analyses': 'running_analyses',
  'deliveries in the queue': 'delivery_queue',
  'deliveries that say they wait': `deliveries where status = 'pending'`,
  'stored files that something needs': `blobs where state = 'kept'`,
} as const;

/** What the sweep takes, when nothing needs it any more. */
const SWEPT = { 'stored files': 'blobs', 'parts of stored files': 'blob_chunks' } as const;

/** Waits until nothing is left, and the sweep has taken what it would take in an hour. @throws what is left */
export async function untilNothingIsLeft(sql: postgres.Sql, timeMsMax: number): Promise<void> {
  await untilNone(sql, WORK, timeMsMax);
  await untilNone(sql, TRACES, timeMsMax);
  await sql`update blobs set created_at = created_at - interval '2 hours'`;
  await sql`select graphile_worker.add_job('sweep-blobs', '{}'::json)`;
  await untilNone(sql, SWEPT, timeMsMax);
}

/** Each kind may come and go meanwhile, as the clock's own jobs do. */
async function untilNone(
  sql: postgres.Sql,
  kinds: Readonly<Record<string, string>>,
  timeMsMax: number,
): Promise<void> {
  const deadline = performance.now() + timeMsMax;
  for (let left = Object.entries(kinds); ; ) {
    const counted = await Promise.all(
      left.map(async ([name, what]) => {
        const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from ${what}`);
        return { name, what, count: row!.count };
      }),
    );
    const found = counted.filter(({ count }) => count > 0);
    if (found.length === 0) return;
    if (performance.now() > deadline) {
      const names = found.map(({ name, count }) => `${count} ${name}`);
      throw new Error(`Left after ${timeMsMax} ms: ${names.join(', ')}`);
    }
    left = found.map(({ name, what }) => [name, what]);
    await sleep(100);
  }
}
