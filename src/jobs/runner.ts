/** Runner: workers of their own for a part of the tasks. */
import { EventEmitter } from 'node:events';
import { type Job, parseCronItems, Logger as QueueLogger, run, type WorkerEvents } from 'graphile-worker';
import { INFRA_LIMITS } from '../infra/limits.ts';
import type { Logger } from '../infra/logging/log.ts';
import type { TaskName } from '../infra/queue/job.ts';
import type { JobTask, RunnerName, TaskContext, TaskEntry } from '../infra/queue/task.ts';
import type { Tracer } from '../infra/telemetry/tracer.ts';
import { DAY_MS } from '../units.ts';
import { depsOfJob, inJobSpan } from './job-origin.ts';
import { tasksOf } from './tasks.ts';

/** Time that an error of the job queue waits for the end of the process before it is logged. */
const QUEUE_ERROR_DELAY_MS = 1_000;

/** Time that a job that is taken from the queue may wait for a worker before it is given back. */
export const JOB_PREFETCH_MS_MAX = 250;

/** Jobs with waiting callers that one jobs process runs at once. */
export const INTERACTIVE_JOBS_MAX = 10;

/** Interval at which an idle runner looks for due jobs with waiting callers. */
const INTERACTIVE_LOOK_MS = 100;

/** Interval at which an idle runner looks for other due jobs. */
const BATCH_LOOK_MS = 500;

/** Sweeps, scans and jobs in bulk that one jobs process runs at once. */
const BATCH_JOBS_MAX = 4;

/** Outcome of a job. `given_up`: it is not tried again. */
export type JobOutcome = 'succeeded' | 'failed' | 'given_up';

export interface RunnerOptions {
  readonly name: RunnerName;
  readonly databaseUrl: string;
  /** Most connections of its pool; default: `INFRA_LIMITS.databaseConnectionsMax`. */
  readonly connectionsMax?: number;
  /** Dependencies of every task. */
  readonly deps: Pick<TaskContext<never>, 'sql' | 'blobs' | 'core' | 'log' | 'baseUrl' | 'signal'>;
  /** Null or absent: traces are not collected. */
  readonly tracer?: Tracer | null;
  readonly tasks?: readonly (readonly [TaskName, TaskEntry<TaskName>])[];
  /** Receives every job that has ended. */
  observe?(task: string, outcome: JobOutcome, seconds: number): void;
  /** Receives every job that starts, with the time since it was due. */
  observeStart?(task: string, seconds: number): void;
  /** Called for every notification of new jobs. */
  observeSignal?(): void;
}

export interface Runner {
  /** Id that the queue writes beside a job that this runner holds. */
  readonly poolId: string;
  /** The jobs that it has, waiting or running. */
  jobIds(): readonly string[];
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Takes no new jobs and waits for running ones; jobs that take too long return to the queue. */
  stop(): Promise<void>;
}

const WORKERS = {
  interactive: INTERACTIVE_JOBS_MAX,
  batch: BATCH_JOBS_MAX,
} as const satisfies Record<RunnerName, number>;

const LOOK_MS = {
  interactive: INTERACTIVE_LOOK_MS,
  batch: BATCH_LOOK_MS,
} as const satisfies Record<RunnerName, number>;

/** Channel on which graphile-worker notifies of new jobs. */
const NEW_JOBS = 'jobs:insert';

/** The queue's log levels as ours: its own messages are for its developers. */
const QUEUE_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * Starts a runner. The database notifies it of a new job, unless many come at once; those it finds by itself. The interactive one takes as many at once as it has workers,
 * which does several times as many short jobs. It gives back at once those that no worker has taken, so that no job waits
 * behind prefetched ones. A batch worker takes one, as a long one must not hold up others that another process could do.
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { name, databaseUrl, deps, tasks = tasksOf(name) } = options;
  const events: WorkerEvents = new EventEmitter();
  const poolId = Promise.withResolvers<string>();
  events.on('pool:create', ({ workerPool }) => poolId.resolve(workerPool.id));
  const held = new Set<string>();
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    // The statement that takes several jobs selects the first ones, and returns them in any order.
    jobs.sort(byTurn);
    for (const { id } of jobs) held.add(id);
  });
  events.on('job:start', ({ job }) => void held.add(job.id));
  events.on('job:complete', ({ job }) => void held.delete(job.id));
  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === NEW_JOBS) options.observeSignal?.();
  });
  events.on('localQueue:returnJobs', ({ jobs }) => {
    for (const { id } of jobs) held.delete(id);
  });
  const runner = await run({
    connectionString: databaseUrl,
    events,
    noHandleSignals: true,
    logger: queueLogger(deps.log, deps.signal),
    taskList: Object.fromEntries(
      tasks.map(([task, { run }]) => [task, taskOf(task, run as JobTask<never>, options)]),
    ),
    parsedCronItems: cronItems(tasks),
    preset: {
      worker: {
        concurrentJobs: WORKERS[name],
        pollInterval: LOOK_MS[name],
        maxPoolSize: options.connectionsMax ?? INFRA_LIMITS.databaseConnectionsMax,
        completeJobBatchDelay: 0,
        ...(name === 'interactive' && {
          localQueue: { size: WORKERS.interactive, ttl: JOB_PREFETCH_MS_MAX },
        }),
      },
    },
  });
  return {
    poolId: await poolId.promise,
    jobIds: () => [...held],
    ended: runner.promise,
    stop: () => runner.stop(),
  };
}

/** The order in which the queue takes jobs. */
function byTurn(a: Job, b: Job): number {
  return a.priority - b.priority || +a.run_at - +b.run_at || Number(a.id) - Number(b.id);
}

/** One of our tasks as the queue calls it. */
function taskOf(
  task: TaskName,
  run: JobTask<never>,
  { deps, tracer = null, observe, observeStart }: RunnerOptions,
) {
  return async (payload: unknown, { job }: { job: Pick<Job, 'attempts' | 'max_attempts' | 'run_at'> }) => {
    const startedMs = performance.now();
    // The clock of the database may be ahead.
    observeStart?.(task, Math.max(0, Date.now() - job.run_at.getTime()) / 1000);
    const isLastAttempt = job.attempts >= job.max_attempts;
    const own = depsOfJob(payload, deps, tracer);
    const ended = (outcome: JobOutcome) => {
      const milliseconds = performance.now() - startedMs;
      own.log.info(
        { task, outcome, attempt: job.attempts, milliseconds: Math.round(milliseconds) },
        'job ended',
      );
      observe?.(task, outcome, milliseconds / 1000);
    };
    await inJobSpan(tracer, { task, payload, attempt: job.attempts }, async () => {
      try {
        await run({ ...own, payload: payload as never, attempt: job.attempts, isLastAttempt });
      } catch (error) {
        ended(isLastAttempt ? 'given_up' : 'failed');
        throw error;
      }
      ended('succeeded');
    });
  };
}

function cronItems(tasks: RunnerOptions['tasks'] & object) {
  return parseCronItems(
    tasks
      .filter(([, { cron }]) => cron !== undefined)
      .map(([task, { cron = '' }]) => ({
        task,
        match: cron,
        // A machine that slept through the night catches up; once is enough for any number of missed ticks.
        options: { backfillPeriod: DAY_MS, maxAttempts: INFRA_LIMITS.jobAttemptsMax, jobKey: task },
      })),
  );
}

/**
 * The queue's lines as ours. Its errors hold whole clients: only their stack is logged. Errors wait a moment and are
 * dropped when the process has been signalled to end meanwhile: the Postgres of a killed supervisor ends at the same
 * time, and the queue may notice that first.
 */
function queueLogger(log: Logger, stopping: AbortSignal): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const stack = meta?.error instanceof Error ? { stack: meta.error.stack } : {};
    const write = () => log[QUEUE_LEVELS[level]](stack, message);
    if (level !== 'error') return write();
    setTimeout(() => {
      if (!stopping.aborted) write();
    }, QUEUE_ERROR_DELAY_MS);
  });
}
