/** The core's analysis threads. They load the longest, so they begin before the rest of the core is even loaded. */

import { createLogger } from '../infra/logging/log.ts';
import type { Config } from '../infra/settings/config.ts';
import { LIMITS } from '../limits.ts';
import { type AnalysisPool, createPool } from '../pool/pool.ts';

/** Starts the threads; the promise resolves when the first has warmed up, as one is enough to serve. */
export function startCorePool(config: Config): Promise<AnalysisPool> {
  const log = createLogger(config.logLevel, 'core');
  const pool = createPool({
    threads: config.workerThreads,
    threadsAtStart: 1,
    queueMax: LIMITS.engineQueueMax,
    heapMiBMax: LIMITS.threadHeapMiBMax,
    onThreadError: (error) => log.error({ err: error }, 'an analysis thread died'),
  });
  // Whoever waits for the pool later learns of a failure; until then it is not unhandled.
  pool.catch(() => {});
  return pool;
}
