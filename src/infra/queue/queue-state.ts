/** Size of the job queue. Over the owner's connection only. */
import { storableArray } from '../database/postgres-text.ts';
import type { Transaction } from '../database/transaction.ts';

export interface QueueState {
  readonly task: string;
  /** Jobs that are due and not held by a process. */
  readonly waiting: number;
  readonly running: number;
  /** Jobs whose attempts are exhausted. */
  readonly givenUp: number;
  /** Time since the oldest waiting job became due, in seconds; 0 when none waits. */
  readonly oldestSeconds: number;
}

/** Returns the state of each of these tasks, also of those without a job. */
export async function readQueueStates(
  sql: Transaction,
  tasks: readonly string[],
): Promise<readonly QueueState[]> {
  return sql<QueueState[]>`
    select names.task,
      (count(*) filter (where waits))::int as waiting,
      (count(*) filter (where locked_at is not null))::int as running,
      (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as given_up,
      coalesce(extract(epoch from now() - min(run_at) filter (where waits)), 0)::float8 as oldest_seconds
    from unnest(${storableArray(tasks)}::text[]) as names (task)
    left join (
      select *, locked_at is null and attempts < max_attempts and run_at <= now() as waits from graphile_worker.jobs
    ) as jobs on jobs.task_identifier = names.task
    group by names.task`;
}
