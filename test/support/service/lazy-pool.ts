/** An analysis thread for tests whose subject is something else: it starts with the first file that is analysed. */
import { POOL_LIMITS } from '../../../src/pool/limits.ts';
import { type AnalysisPool, createPool } from '../../../src/pool/pool.ts';

const THREADS = 1;

/** Creates a pool of one thread, which costs half a second of a processor only where a test needs it. */
export function lazyPool(): AnalysisPool {
  let starting: Promise<AnalysisPool> | undefined;
  let started: AnalysisPool | undefined;
  const pool = async (): Promise<AnalysisPool> => {
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
  };
  return {
    analyse: async (task, options) => (await pool()).analyse(task, options),
    judge: async (task, options) => (await pool()).judge(task, options),
    checkPack: async (task, options) => (await pool()).checkPack(task, options),
    load: () => started?.load() ?? { threads: THREADS, running: 0, waiting: 0, lost: 0 },
    async close() {
      await (await starting)?.close();
    },
  };
}
