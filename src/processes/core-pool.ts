/** Analysis threads of the core. They take longest to load, so they start before the rest of the core is loaded. */

import { createLogger } from '../infra/logging/log.ts';
import type { Config } from '../infra/settings/config.ts';
import { POOL_LIMITS } from '../pool/limits.ts';
import { type AnalysisPool, createPool } from '../pool/pool.ts';

/** Starts the threads; resolves when the first has warmed up, as one is enough to serve. */
export function startCorePool(config: Config): Promise<AnalysisPool> {
  const log = createLogger(config.logLevel, 'core');
  const pool = createPool({
    threads: config.workerThreads,
    threadsAtStart: 1,
    queueMax: POOL_LIMITS.engineQueueMax,
    heapMiBMax: POOL_LIMITS.threadHeapMiBMax,
    onThreadError: (error) => log.error({ err: error }, 'an analysis thread died'),
  });
  // The code that later awaits the pool receives its failure; until then it must not count as unhandled.
  pool.catch(() => {});
  return pool;
}
