/** Adds jobs to the queue within the transaction that requires them, so that a rollback removes them. */

import { storableJson } from '../database/postgres-text.ts';
import type { Transaction } from '../database/transaction.ts';
import { INFRA_LIMITS } from '../limits.ts';
import type { TaskName, TaskPayloads } from './job.ts';

/** The last turn that distinguishes an organisation's jobs: the largest smallint of Postgres. */
const JOB_TURN_MAX = 32_767;

/** The turn of the first waiting job from which on all waiting jobs are moved back to zero. */
const JOB_TURNS_SHIFT_MIN = 8_192;

/** Job to be added. */
export interface NewJob<Task extends TaskName> {
  readonly task: Task;
  readonly payload: TaskPayloads[Task];
  /** Key, unique in the whole queue: a waiting job with it is replaced. */
  readonly jobKey?: string;
  /** Earliest time of the first attempt. */
  readonly runAt?: Date;
  /** Total attempts, with backoff from 3 s to 6 h. A process that dies uses one up. */
  readonly maxAttempts?: number;
  /** Lower runs earlier, among the jobs that are due; −32,768 to 32,767, by default 0. */
  readonly priority?: number;
  /** Jobs of one such queue run one after the other. Slow: use it only if the order matters. */
  readonly queue?: string;
}

/** Adds a job. It runs after the commit of the transaction, and never after a rollback. */
export async function enqueue<Task extends TaskName>(sql: Transaction, job: NewJob<Task>): Promise<void> {
  await addJobs(sql, job.task, [job]);
}

/** Tasks that many organisations may flood. */
export const TASKS_IN_TURN = [
  'finish-project',
  'list-project',
  'run-shard',
  'run-validation',
] as const satisfies readonly TaskName[];
type TaskInTurn = (typeof TASKS_IN_TURN)[number];

/**
 * Adds jobs of an organisation so that organisations take turns: the first jobs of all run before any second. Their
 * order is that of the list; `waiting` counts the organisation's waiting jobs of the task.
 */
export async function enqueueInTurn<Task extends TaskInTurn>(
  sql: Transaction,
  task: Task,
  waiting: number,
  jobs: readonly (Omit<NewJob<Task>, 'task' | 'priority'> & {
    readonly payload: { readonly orgId: string };
  })[],
): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select add_jobs(${task}, json_agg(
      jsonb_set(spec, '{priority}', to_jsonb(least(turn + place - 1, ${JOB_TURN_MAX}))) order by place
    ))
    from next_turn(${task}, ${waiting}) as turn,
      jsonb_array_elements(${specsOf(jobs)}::text::jsonb) with ordinality as specs (spec, place)`;
}

/**
 * Moves all jobs of a task to the front together. It is due when the turns approach the limit of a priority. Over the
 * owner's connection only. Returns by how many turns.
 */
export async function shiftTurns(
  sql: Transaction,
  task: TaskInTurn,
  turnsMax: number = JOB_TURNS_SHIFT_MIN,
): Promise<number> {
  const [row] = await sql<{ turns: number }[]>`select shift_turns(${task}, ${turnsMax}) as turns`;
  return row?.turns ?? 0;
}

async function addJobs<Task extends TaskName>(
  sql: Transaction,
  task: Task,
  jobs: readonly Omit<NewJob<Task>, 'task'>[],
): Promise<void> {
  await sql`select add_jobs(${task}, ${specsOf(jobs)}::text::json)`;
}

/** Writes jobs as `add_jobs` takes them. */
function specsOf<Task extends TaskName>(jobs: readonly Omit<NewJob<Task>, 'task'>[]): string {
  return storableJson(
    jobs.map(({ payload, jobKey, runAt, maxAttempts, priority, queue }) => ({
      payload,
      jobKey,
      runAt,
      maxAttempts: maxAttempts ?? INFRA_LIMITS.jobAttemptsMax,
      priority,
      queue,
    })),
  );
}
