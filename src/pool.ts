/** The pool of analysis threads: limits, time-outs and the translation of everything that can go wrong in it. */

import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import type { AnalysisResult, AnalysisTask, ThreadTask } from './engine/analysis.ts';
import { AppError } from './errors.ts';
import type { Report } from './model/report.ts';

export interface PoolOptions {
  /** Default: one thread for each processor. */
  readonly threads?: number;
  /** Tasks that may wait for a thread; one more is refused with `queue_full`. */
  readonly queueMax: number;
  /** Heap of a thread's old generation in MiB; buffers do not count. */
  readonly heapMiBMax: number;
  /** Called when a thread dies without a task, which fails nobody. */
  readonly onThreadError: (error: unknown) => void;
}

export interface AnalyseOptions {
  /** Time that the analysis itself may take, from the moment a thread starts on it. */
  readonly timeoutMs: number;
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal;
}

export interface AnalysisPool {
  /**
   * Analyses one file. A buffer that owns its memory alone is transferred and empty afterwards.
   * @throws AppError of the analysis itself, `validation_timeout`, `queue_full`, `engine_unavailable`; an AbortError
   * when the caller's signal was aborted
   */
  analyse(task: AnalysisTask, options: AnalyseOptions): Promise<Report>;
  /** Threads in all, tasks waiting for one. */
  load(): { readonly threads: number; readonly waiting: number };
  /** Lets running analyses finish and ends the threads. */
  close(): Promise<void>;
}

/** The thread's file, with the ending that this file has: `.ts` in a checkout, `.js` in the package. */
const ENTRY = new URL(`../workers/analyse${extname(import.meta.filename)}`, import.meta.url).href;

function transferable(bytes: Uint8Array): ArrayBuffer[] {
  const alone = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return alone && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

function timeout(timeoutMs: number): AppError {
  const seconds = String(timeoutMs / 1000);
  return new AppError('validation_timeout', `The validation took longer than ${seconds} s and was stopped.`, {
    limitSeconds: seconds,
  });
}

/** Piscina knows no error classes of its own: this is the only place that reads its messages. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError') return error;
  if (error.message === 'Task queue is at limit') {
    return new AppError(
      'queue_full',
      'Too many validations are waiting. Try again in a second.',
      {},
      { cause: error },
    );
  }
  return new AppError(
    'engine_unavailable',
    'The analysis of this file ended without an answer. Try again; if it stays, the file needs more memory than an analysis may use.',
    {},
    { cause: error },
  );
}

/**
 * Runs one task under two clocks: waiting for a thread does not count, so the time-out starts when the thread says
 * that it has begun. Abort ends the thread; the pool replaces it.
 */
async function analyse(
  piscina: Piscina<ThreadTask | null, AnalysisResult>,
  task: AnalysisTask,
  { timeoutMs, signal }: AnalyseOptions,
): Promise<Report> {
  const started = new Int32Array(new SharedArrayBuffer(4));
  const overdue = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let finished = false;
  const wait = Atomics.waitAsync(started, 0, 0);
  void Promise.resolve(wait.value).then(() => {
    if (!finished) timer = setTimeout(() => overdue.abort(), timeoutMs);
  });
  try {
    const result = await piscina.run(
      { task, started },
      {
        transferList: transferable(task.bytes),
        signal: signal === undefined ? overdue.signal : AbortSignal.any([signal, overdue.signal]),
      },
    );
    if (result.ok) return result.report;
    throw new AppError(result.code, result.message, result.details);
  } catch (error) {
    throw overdue.signal.aborted ? timeout(timeoutMs) : error instanceof AppError ? error : translate(error);
  } finally {
    finished = true;
    clearTimeout(timer);
    Atomics.notify(started, 0);
  }
}

/** Starts the threads and resolves when each has warmed up, so that the first request is as fast as the others. */
export async function createPool(options: PoolOptions): Promise<AnalysisPool> {
  const threads = options.threads ?? availableParallelism();
  const piscina = new Piscina<ThreadTask | null, AnalysisResult>({
    filename: ENTRY,
    minThreads: threads,
    maxThreads: threads,
    maxQueue: options.queueMax,
    concurrentTasksPerWorker: 1,
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMiBMax,
      maxYoungGenerationSizeMb: 64,
      stackSizeMb: 8,
    },
    // Node strips types by itself; a loader that the main thread runs under would slow every thread's start.
    execArgv: [],
  });
  piscina.on('error', options.onThreadError);
  await Promise.all(Array.from({ length: threads }, () => piscina.run(null)));
  return {
    analyse: (task, how) => analyse(piscina, task, how),
    load: () => ({ threads, waiting: piscina.queueSize }),
    close: () => piscina.close(),
  };
}
