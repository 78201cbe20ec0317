/** The jobs process: runs what has been put into the queue and what is due by the clock. */
import { EventEmitter } from 'node:events';
import { parseCronItems, Logger as QueueLogger, run, type WorkerEvents } from 'graphile-worker';
import { type Config, requireSetting } from '../config.ts';
import { LIMITS } from '../limits.ts';
import { createLogger, type Logger } from '../log.ts';
import { enterRole } from '../serve/child.ts';
import { connectOwner, disconnect } from '../store/database.ts';
import { expireValidations } from './expire-validations.ts';
import { keepBeating, unlockDead } from './heartbeat.ts';
import { preparePartitions } from './prepare-partitions.ts';
import type { JobTask } from './task.ts';

interface TaskEntry {
  readonly run: JobTask;
  /** When it is due, in UTC, as a crontab says it. */
  readonly cron: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Every task by its name in the queue. */
const TASKS: Readonly<Record<string, TaskEntry>> = {
  'expire-validations': { run: expireValidations, cron: '17 3 * * *' },
  'prepare-partitions': { run: preparePartitions, cron: '7 3 * * *' },
};

/** The queue's levels as ours: what it tells about itself is for its developers. */
const QUEUE_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Runs until it is told to stop. */
export async function runJobs(config: Config): Promise<void> {
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const log = createLogger(config.logLevel, 'jobs');
  const process = enterRole('jobs');
  const sql = connectOwner(databaseUrl);
  process.onStop(() => disconnect(sql));

  // Before the first look into the queue, so that it finds what a killed process held.
  await unlockDead(sql, null, log);
  const events: WorkerEvents = new EventEmitter();
  const poolId = Promise.withResolvers<string>();
  events.on('pool:create', ({ workerPool }) => poolId.resolve(workerPool.id));
  const runner = await run({
    connectionString: databaseUrl,
    events,
    noHandleSignals: true,
    logger: queueLogger(log),
    taskList: Object.fromEntries(
      Object.entries(TASKS).map(([name, task]) => [name, () => task.run(sql, log, process.stopping)]),
    ),
    parsedCronItems: parseCronItems(
      Object.entries(TASKS).map(([task, { cron }]) => ({
        task,
        match: cron,
        // A machine that slept through the night catches up; however many ticks were missed, once is enough.
        options: { backfillPeriod: DAY_MS, maxAttempts: LIMITS.jobAttemptsMax, jobKey: task },
      })),
    ),
    preset: {
      worker: {
        concurrentJobs: LIMITS.jobConcurrencyMax,
        maxPoolSize: LIMITS.databaseConnectionsMax,
        localQueue: { size: LIMITS.jobLocalQueueMax },
        completeJobBatchDelay: 0,
      },
    },
  });
  process.onStop(() => runner.stop());
  const stopBeating = await keepBeating(sql, await poolId.promise, log);
  process.onStop(stopBeating);
  process.ready();
  await runner.promise;
  // Nothing else would notice, as the process itself lives on: end it, and the supervisor starts a new one.
  if (!process.stopping.aborted) throw new Error('The queue ended by itself');
}

/** What the queue says, as lines of ours. Its errors hold whole clients: only their stack is told. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const stack = meta?.error instanceof Error ? { stack: meta.error.stack } : {};
    log[QUEUE_LEVELS[level]](stack, message);
  });
}
