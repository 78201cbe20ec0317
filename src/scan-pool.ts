/** The core's thread for free scans. Nobody pays for it before the first scan comes, and it gives way to all others. */
import type { Config } from './config.ts';
import { LIMITS } from './limits.ts';
import { createLogger } from './log.ts';
import { createPool, GUEST_ENTRY } from './pool.ts';
import type { ScanPool } from './scanner/tools.ts';

/** Makes the pool, whose thread starts with the first task. */
export function createScanPool(config: Config): ScanPool & { close(): Promise<void> } {
  const log = createLogger(config.logLevel, 'core');
  let started: ReturnType<typeof createPool> | undefined;
  const pool = () => {
    started ??= createPool({
      threads: 1,
      queueMax: LIMITS.scanQueueMax,
      heapMiBMax: LIMITS.threadHeapMiBMax,
      onThreadError: (error) => log.error({ err: error }, 'the thread of the free scanner died'),
      entry: GUEST_ENTRY,
      hasSpare: false,
    });
    // Whoever waits for it learns of a failure; the next one tries again.
    started.catch(() => {
      started = undefined;
    });
    return started;
  };
  return {
    analyse: async (task, options) => (await pool()).analyse(task, options),
    judge: async (task, options) => (await pool()).judge(task, options),
    close: async () => (await started)?.close(),
  };
}
