/** The pool of analysis threads: limits, time-outs and the translation of everything that can go wrong in it. */

import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import type { ProjectReport } from '../analysis/engine/project/project-report.ts';
import type { AnalysisResult, AnalysisTask, ProjectTask } from '../analysis/engine/worker-messages.ts';
import type { FileFacts } from '../analysis/model/project.ts';
import type { Report } from '../analysis/model/report.ts';
import { AppError } from '../errors.ts';
import { OwnedBytes } from '../infra/memory/owned-bytes.ts';
import type { PackCheck, PackTask } from '../policy/check-pack.ts';
import { confineThread } from './thread-confinement.ts';
import type { ThreadAnswer, ThreadSetup, ThreadTask } from './thread-messages.ts';
import { createThreadPermits, type ThreadPermits } from './thread-permits.ts';

export interface PoolOptions {
  /** Default: one thread for each processor. */
  readonly threads?: number;
  /** Threads that must have warmed up before the pool is ready; the others follow. Default: all. */
  readonly threadsAtStart?: number;
  /** Tasks that may wait for a thread; one more is rejected with `queue_full`. */
  readonly queueMax: number;
  /** Heap of a thread's old generation in MiB; buffers do not count. */
  readonly heapMiBMax: number;
  /** Called when a thread dies without a task, so that no call fails. */
  readonly onThreadError: (error: unknown) => void;
  /** The file that a thread runs. Default: the engine. */
  readonly entry?: string;
  /**
   * True: one more thread stands by. It takes over from one that must be ended, and serves a tenant that has no thread
   * while others have them all. Default: yes.
   */
  readonly hasSpare?: boolean;
  /** False: threads start sooner, and are slower at their first files. Default: true. */
  readonly warmsUp?: boolean;
}

export interface RunOptions {
  /** Time that the analysis itself may take, from the moment a thread starts on it. */
  readonly timeoutMs: number;
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal;
  /** Awaited when a thread is free and before it begins; a rejection frees it and is that of the analysis. */
  readonly beforeStart?: () => Promise<void>;
  /** Called when a thread has begun. */
  readonly onStart?: () => void;
  /** The organisation: its tasks take turns with those of others, by the thread time that each has used. */
  readonly tenant?: string;
  /** True: no open connection waits for the answer, so that tasks with one go first. */
  readonly isPatient?: boolean;
}

export interface AnalyseOptions extends RunOptions {
  /** Owner of the task's bytes. Default: the bytes own their memory if they fill it. */
  readonly owned?: OwnedBytes;
  /** Called before the error when a rejected file has facts about its project; see `AnalysisTask.factsPath`. */
  readonly onRejectedFacts?: (facts: FileFacts) => void;
}

export interface PoolLoad {
  /** Threads in all. */
  readonly threads: number;
  /** Tasks that have one. */
  readonly running: number;
  /** Tasks that wait for one. */
  readonly waiting: number;
  /** Tasks that have ended their thread so far: by taking too long, by using too much, or because their caller left. */
  readonly lost: number;
}

export interface AnalysisPool {
  /**
   * Analyses one file. Memory that nothing else uses goes to the thread without a copy; the bytes are empty
   * afterwards.
   * @throws AppError of the analysis itself, `validation_timeout`, `queue_full`, `engine_unavailable`; an AbortError
   * when the caller's signal was aborted
   */
  analyse(task: AnalysisTask, options: AnalyseOptions): Promise<Report>;
  /** Judges the files of a project together. Throws as `analyse`. */
  judge(task: ProjectTask, options: RunOptions): Promise<ProjectReport>;
  /** Checks an uploaded policy pack. Throws as `analyse`. */
  checkPack(task: PackTask, options: RunOptions): Promise<PackCheck>;
  /** Load of the threads. */
  load(): PoolLoad;
  /** Lets running analyses finish and ends the threads. */
  close(): Promise<void>;
}

/** Delays between readiness of the pool and the start of the remaining threads, and of the spare one. */
const OTHERS_DELAY_MS = 200;
const SPARE_DELAY_MS = 1_000;

/** The thread's file, with the ending that this file has: `.ts` in a checkout, `.js` in the package. */
const ENTRY = new URL(`../../workers/analyse${extname(import.meta.filename)}`, import.meta.url).href;

function timeout(timeoutMs: number): AppError {
  const seconds = String(timeoutMs / 1000);
  return new AppError('validation_timeout', `The validation took longer than ${seconds} s and was stopped.`, {
    limitSeconds: seconds,
  });
}

/** Any end of a task without an answer is the thread's end, unless the caller aborted it. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError') return error;
  return new AppError(
    'engine_unavailable',
    'The analysis of this file ended without an answer. Try again; if it stays, the file needs more memory than an analysis may use.',
    {},
    { cause: error },
  );
}

/** The threads and their permits. */
interface Threads {
  readonly piscina: Piscina<ThreadTask | undefined, ThreadAnswer>;
  readonly slots: ThreadPermits;
  /** Starts the threads that are missing after a task has ended one. */
  refill(): void;
}

/** Waits for a thread and runs one task on it. */
async function run(
  threads: Threads,
  task: ThreadTask['task'],
  transferList: ArrayBuffer[],
  options: RunOptions,
): Promise<ThreadAnswer> {
  const { slots } = threads;
  const { signal, beforeStart } = options;
  const give = await slots.take(options);
  try {
    await beforeStart?.();
    signal?.throwIfAborted();
    return await runNow(threads, task, transferList, options);
  } finally {
    give();
  }
}

/**
 * Runs one task under two clocks: waiting for a thread does not count, so the time-out starts when the thread says
 * that it has begun. Abort ends the thread; the pool replaces it.
 */
async function runNow(
  { piscina, refill }: Threads,
  task: ThreadTask['task'],
  transferList: ArrayBuffer[],
  { timeoutMs, onStart, signal }: RunOptions,
): Promise<ThreadAnswer> {
  const started = new Int32Array(new SharedArrayBuffer(4));
  const overdue = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let finished = false;
  const wait = Atomics.waitAsync(started, 0, 0);
  void Promise.resolve(wait.value).then(() => {
    if (finished) return;
    timer = setTimeout(() => overdue.abort(), timeoutMs);
    onStart?.();
  });
  try {
    const either = signal === undefined ? overdue.signal : AbortSignal.any([signal, overdue.signal]);
    return await piscina.run({ task, started }, { transferList, signal: either });
  } catch (error) {
    // The thread was ended, or ended itself.
    refill();
    throw overdue.signal.aborted ? timeout(timeoutMs) : translate(error);
  } finally {
    finished = true;
    clearTimeout(timer);
    Atomics.notify(started, 0);
  }
}

async function analyse(threads: Threads, task: AnalysisTask, options: AnalyseOptions): Promise<Report> {
  const transfers = (options.owned ?? OwnedBytes.of(task.bytes)).take();
  const result = (await run(threads, task, transfers, options)) as AnalysisResult;
  if (result.ok) return result.report;
  if (result.facts !== undefined) options.onRejectedFacts?.(result.facts);
  throw new AppError(result.code, result.message, result.details);
}

/**
 * Starts the threads and resolves when the first ones have warmed up. The first request is then as fast as the others.
 * The rest and the spare one start after that.
 */
export async function createPool(options: PoolOptions): Promise<AnalysisPool> {
  const count = options.threads ?? availableParallelism();
  const first = Math.min(options.threadsAtStart ?? count, count);
  const all = options.hasSpare === false ? count : count + 1;
  const entry = options.entry ?? ENTRY;
  const piscina = new Piscina<ThreadTask | undefined, ThreadAnswer>({
    filename: entry,
    minThreads: first,
    maxThreads: all,
    // An idle thread is a warm one.
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: 1,
    workerData: { warmsUp: options.warmsUp !== false } satisfies ThreadSetup,
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMiBMax,
      maxYoungGenerationSizeMb: 64,
      stackSizeMb: 8,
    },
    // Node strips types by itself; a loader that the main thread runs under would slow every thread's start.
    ...confineThread(entry),
  });
  let isClosed = false;
  piscina.on('error', (error) => {
    // A thread that is ended may have answered a moment before, and the pool no longer knows the question.
    if (!isClosed) options.onThreadError(error);
  });
  const slots = createThreadPermits({ count, hasReserve: all > count, queueMax: options.queueMax });
  const warmUp = (threads: number) => Array.from({ length: threads }, () => piscina.run(undefined));
  await Promise.all(warmUp(first));
  // More tasks than idle threads make Piscina start more of them.
  const fill = (threads: number): void => void Promise.allSettled(warmUp(threads));
  let lost = 0;
  const refill = (): void => {
    lost += 1;
    fill(all);
  };
  // Other parts that start beside the pool need the processors more.
  const timers = [setTimeout(fill, OTHERS_DELAY_MS, count), setTimeout(fill, SPARE_DELAY_MS, all)];
  for (const timer of timers) timer.unref();
  return {
    analyse: (task, how) => analyse({ piscina, slots, refill }, task, how),
    judge: async (task, how) => (await run({ piscina, slots, refill }, task, [], how)) as ProjectReport,
    checkPack: async (task, how) => (await run({ piscina, slots, refill }, task, [], how)) as PackCheck,
    load: () => ({ threads: count, running: slots.taken(), waiting: slots.waiting(), lost }),
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await slots.close();
      isClosed = true;
      // Nothing runs any more. `close()` would wait until threads that are starting are ready.
      await piscina.destroy();
    },
  };
}
