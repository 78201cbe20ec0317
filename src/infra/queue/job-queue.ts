/** The way into the job queue: a job is added in the transaction that makes it necessary, and goes with its rollback. */
import { LIMITS } from '../../limits.ts';
import { storableJson } from '../database/postgres-text.ts';
import type { Transaction } from '../database/transaction.ts';
import type { TaskName, TaskPayloads } from './job.ts';

/** One piece of work to be done later. */
export interface NewJob<Task extends TaskName> {
  readonly task: Task;
  readonly payload: TaskPayloads[Task];
  /** While a job with this key waits, it is replaced instead of joined by another. Unique in all of the queue. */
  readonly jobKey?: string;
  /** Not before this moment. */
  readonly runAt?: Date;
  /** Attempts in all, with growing pauses of 3 s to 6 h between them. A process that dies uses one up. */
  readonly maxAttempts?: number;
  /** The smaller the earlier, among the jobs that are due; −32,768 to 32,767, by default 0. */
  readonly priority?: number;
  /** Jobs of one such queue run one after the other. Slow: only where the order matters. */
  readonly queue?: string;
}

/** Adds a job. It runs when the transaction has been committed, and never if it is rolled back. */
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
 * Adds jobs of an organisation, so that organisations take turns: everybody's first job runs before anybody's second.
 * Their order is that of the list; `waiting` counts the jobs of the task that wait for the organisation already.
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
  const [row] = await sql<{ turn: number }[]>`select next_turn(${task}, ${waiting}) as turn`;
  const first = row?.turn ?? 0;
  await addJobs(
    sql,
    task,
    jobs.map((job, index) => ({ ...job, priority: Math.min(first + index, LIMITS.jobTurnMax) })),
  );
}

/**
 * Moves all jobs of a task to the front together when the turns given out come near the end of what a priority holds.
 * Over the owner's connection only. Returns by how many turns.
 */
export async function shiftTurns(
  sql: Transaction,
  task: TaskInTurn,
  turnsMax: number = LIMITS.jobTurnsShiftMin,
): Promise<number> {
  const [row] = await sql<{ turns: number }[]>`select shift_turns(${task}, ${turnsMax}) as turns`;
  return row?.turns ?? 0;
}

async function addJobs<Task extends TaskName>(
  sql: Transaction,
  task: Task,
  jobs: readonly Omit<NewJob<Task>, 'task'>[],
): Promise<void> {
  const specs = jobs.map(({ payload, jobKey, runAt, maxAttempts, priority, queue }) => ({
    payload,
    jobKey,
    runAt,
    maxAttempts: maxAttempts ?? LIMITS.jobAttemptsMax,
    priority,
    queue,
  }));
  await sql`select add_jobs(${task}, ${storableJson(specs)}::text::json)`;
}
