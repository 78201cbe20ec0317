/** Registry of living processes with work of their own: a row per runner of jobs, per sender of deliveries and per puller. */

import { storableArray } from '../database/postgres-text.ts';
import type { Transaction } from '../database/transaction.ts';
import { programVersion } from '../process/install-root.ts';
import type { ProcessIdentity } from '../process/process-identity.ts';

export interface JobProcess extends ProcessIdentity {
  /** Id of this process that the queue stores with a job. */
  readonly poolId: string;
}

/** Kind of work of such a process. */
export type JobProcessKind = 'jobs' | 'deliveries' | 'pulls';

/** Records a heartbeat of a process. */
export async function beat(
  sql: Transaction,
  process: JobProcess,
  kind: JobProcessKind = 'jobs',
): Promise<void> {
  await sql`
    insert into job_processes (pool_id, host, pid, process_started, kind, version)
    values (${process.poolId}, ${process.host}, ${process.pid}, ${process.started}, ${kind}, ${programVersion()})
    on conflict (pool_id) do update set beaten_at = now()`;
}

/** Program that beats. */
export interface LivingProgram {
  readonly kind: JobProcessKind;
  /** Null: of before processes recorded it. */
  readonly version: string | null;
}

/** Lists the kinds and versions of what has beaten within this time. */
export async function listLivingPrograms(
  sql: Transaction,
  silenceMsMax: number,
): Promise<readonly LivingProgram[]> {
  return sql<LivingProgram[]>`
    select distinct kind, version from job_processes
    where beaten_at > now() - make_interval(secs => ${silenceMsMax / 1000})
    order by kind, version`;
}

/** Lists the other processes of these kinds with their last beats. */
export async function listOtherJobProcesses(
  sql: Transaction,
  ownPoolIds: readonly string[],
  kinds: readonly JobProcessKind[] = ['jobs', 'deliveries', 'pulls'],
): Promise<readonly (JobProcess & { readonly beatenAt: Date })[]> {
  return sql<(JobProcess & { readonly beatenAt: Date })[]>`
    select pool_id, host, pid, process_started as started, beaten_at
    from job_processes
    where pool_id <> all(${storableArray(ownPoolIds)}::text[]) and kind = any(${storableArray(kinds)}::text[])`;
}

/**
 * Lists names in the queue that have held jobs for longer than that without any recorded heartbeat: their process
 * died before the first.
 */
export async function listUnknownHolders(sql: Transaction, heldMs: number): Promise<readonly string[]> {
  const rows = await sql<{ lockedBy: string }[]>`
    select distinct locked_by from graphile_worker._private_jobs jobs
    where locked_at < now() - make_interval(secs => ${heldMs / 1000})
      and not exists (select from job_processes where pool_id = jobs.locked_by)`;
  return rows.map(({ lockedBy }) => lockedBy);
}

/**
 * Unlocks jobs that these names have held for longer than that, except those with these ids: the answer that assigned
 * the others was lost with a connection. Returns how many.
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

/** Unlocks every job that these processes hold, and deletes the processes. */
export async function unlockJobsOf(sql: Transaction, poolIds: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${storableArray(poolIds)}::text[])`;
  await sql`delete from job_processes where pool_id = any(${storableArray(poolIds)}::text[])`;
}

/** Deletes a process that has ended gracefully. */
export async function forgetJobProcess(sql: Transaction, poolIds: readonly string[]): Promise<void> {
  await sql`delete from job_processes where pool_id = any(${storableArray(poolIds)}::text[])`;
}
