/** Limits the turns of organisations to the range of a priority, even if the queue is never empty. */
import { inTransaction } from '../infra/database/database.ts';
import { shiftTurns, TASKS_IN_TURN } from '../infra/queue/job-queue.ts';
import type { JobTask } from '../infra/queue/task.ts';

/** The sweep of every minute. */
export const shiftAllTurns: JobTask<'shift-turns'> = async ({ sql, log }) => {
  for (const task of TASKS_IN_TURN) {
    const turns = await inTransaction(sql, (inner) => shiftTurns(inner, task));
    if (turns > 0) log.info({ task, turns }, 'The turns of waiting jobs begin at zero again');
  }
};
