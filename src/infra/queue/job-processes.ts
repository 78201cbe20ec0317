/** Which processes live that hold jobs or deliveries: a row for each runner of jobs, and for each sender of deliveries. */

import { storableArray } from '../database/postgres-text.ts';
import type { Transaction } from '../database/transaction.ts';
import type { ProcessIdentity } from '../process/process-identity.ts';

export interface JobProcess extends ProcessIdentity {
  /** What the queue writes beside a job that this process holds. */
  readonly poolId: string;
}

/** What such a process holds. */
export type JobProcessKind = 'jobs' | 'deliveries';

/** Says that a process lives. */
export async function beat(
  sql: Transaction,
  process: JobProcess,
  kind: JobProcessKind = 'jobs',
): Promise<void> {
  await sql`
    insert into job_processes (pool_id, host, pid, process_started, kind)
    values (${process.poolId}, ${process.host}, ${process.pid}, ${process.started}, ${kind})
    on conflict (pool_id) do update set beaten_at = now()`;
}

/** Lists the other processes of these kinds with their last beats. */
export async function listOtherJobProcesses(
  sql: Transaction,
  ownPoolIds: readonly string[],
  kinds: readonly JobProcessKind[] = ['jobs', 'deliveries'],
): Promise<readonly (JobProcess & { readonly beatenAt: Date })[]> {
  return sql<(JobProcess & { readonly beatenAt: Date })[]>`
    select pool_id, host, pid, process_started as started, beaten_at
    from job_processes
    where pool_id <> all(${storableArray(ownPoolIds)}::text[]) and kind = any(${storableArray(kinds)}::text[])`;
}

/**
 * Names in the queue that hold jobs for longer than that and belong to no process that has ever beaten: it died before
 * it could.
 */
export async function listUnknownHolders(sql: Transaction, heldMs: number): Promise<readonly string[]> {
  const rows = await sql<{ lockedBy: string }[]>`
    select distinct locked_by from graphile_worker._private_jobs jobs
    where locked_at < now() - make_interval(secs => ${heldMs / 1000})
      and not exists (select from job_processes where pool_id = jobs.locked_by)`;
  return rows.map(({ lockedBy }) => lockedBy);
}

/**
 * Gives jobs back to the queue that these names hold for longer than that, but for those with these ids: the answer by
 * which they would have learned of the others was lost with a connection. Returns how many.
 */
export async function unlockUnheardJobs(
  sql: Transaction,
  poolIds: readonly string[],
  heardIds: readonly string[],
  heldMs: number,
): Promise<number> {
  const result = await sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = any(${storableArray(poolIds)}::text[]) and job_queue_id is null
      and locked_at < now() - make_interval(secs => ${heldMs / 1000})
      and id <> all(${storableArray(heardIds)}::text[]::bigint[])`;
  return result.count;
}

/** Gives every job that these processes hold back to the queue, and forgets them. */
export async function unlockJobsOf(sql: Transaction, poolIds: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${storableArray(poolIds)}::text[])`;
  await sql`delete from job_processes where pool_id = any(${storableArray(poolIds)}::text[])`;
}

/** Forgets a process that has ended in order. */
export async function forgetJobProcess(sql: Transaction, poolIds: readonly string[]): Promise<void> {
  await sql`delete from job_processes where pool_id = any(${storableArray(poolIds)}::text[])`;
}
