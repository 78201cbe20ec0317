/** An analysis thread for tests whose subject is something else: it starts with the first file that is analysed. */
import { POOL_LIMITS } from '../../../src/pool/limits.ts';
import { type AnalysisPool, createPool } from '../../../src/pool/pool.ts';
import { atProcessEnd } from '../process-end.ts';

const THREADS = 1;

let starting: Promise<AnalysisPool> | undefined;
let started: AnalysisPool | undefined;

/** Starts the thread, which costs half a second of a processor: once a process, and only where a test needs it. */
async function pool(): Promise<AnalysisPool> {
  starting ??= createPool({
    threads: THREADS,
    queueMax: POOL_LIMITS.engineQueueMax,
    heapMiBMax: POOL_LIMITS.threadHeapMiBMax,
    onThreadError: () => {},
    hasSpare: false,
    // The warm-up costs more than it saves where few files are analysed.
    warmsUp: false,
  });
  started = await starting;
  return started;
}

atProcessEnd(async () => (await starting)?.close());

/** Returns the pool of this process. Its files share it: a thread stores nothing of what it has analysed. */
export function lazyPool(): AnalysisPool {
  return {
    analyse: async (task, options) => (await pool()).analyse(task, options),
    judge: async (task, options) => (await pool()).judge(task, options),
    checkPack: async (task, options) => (await pool()).checkPack(task, options),
    load: () => started?.load() ?? { threads: THREADS, running: 0, waiting: 0, lost: 0 },
    close: async () => {},
  };
}
