/** Every task by its name in the queue. */
import type { TaskName } from '../model/job.ts';
import { expireValidations } from './expire-validations.ts';
import { finishProject } from './finish-project.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';
import { forgetLimits } from './forget-limits.ts';
import { listProject } from './list-project.ts';
import { preparePartitions } from './prepare-partitions.ts';
import { resumeProjects } from './resume-projects.ts';
import { runShard } from './run-shard.ts';
import { runValidation } from './run-validation.ts';
import { scanExceptions } from './scan-exceptions.ts';
import { shiftAllTurns } from './shift-turns.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import type { RunnerName, TaskEntry } from './task.ts';
import { tickRetention } from './tick-retention.ts';

/** `interactive`: somebody waits for it. `batch`: sweeps, scans, and what comes in floods. */
export const TASKS: { readonly [Task in TaskName]: TaskEntry<Task> } = {
  'expire-validations': { run: expireValidations, runner: 'batch', cron: '17 3 * * *' },
  'finish-project': { run: finishProject, runner: 'batch' },
  'forget-idempotency-keys': { run: forgetIdempotencyKeys, runner: 'batch', cron: '27 * * * *' },
  'forget-limits': { run: forgetLimits, runner: 'batch', cron: '*/10 * * * *' },
  'list-project': { run: listProject, runner: 'batch' },
  'prepare-partitions': { run: preparePartitions, runner: 'batch', cron: '7 3 * * *' },
  'run-validation': { run: runValidation, runner: 'interactive' },
  'scan-exceptions': { run: scanExceptions, runner: 'batch', cron: '23 4 * * *' },
  'resume-projects': { run: resumeProjects, runner: 'batch', cron: '*/5 * * * *' },
  'run-shard': { run: runShard, runner: 'batch' },
  'shift-turns': { run: shiftAllTurns, runner: 'batch', cron: '* * * * *' },
  'sweep-blobs': { run: sweepBlobs, runner: 'batch', cron: '*/10 * * * *' },
  'tick-retention': { run: tickRetention, runner: 'batch', cron: '*/10 * * * *' },
};

/** The tasks of one runner. */
export function tasksOf(runner: RunnerName): readonly (readonly [TaskName, TaskEntry<TaskName>])[] {
  const entries = Object.entries(TASKS) as (readonly [TaskName, TaskEntry<TaskName>])[];
  return entries.filter(([, task]) => task.runner === runner);
}
