/** Takes the place of the pool in `command-host.ts`: its threads stay for the next command, as they store nothing of a file. */
import { type AnalysisPool, createPool as createFresh, type PoolOptions } from '../../../src/pool/pool.ts';

const pools = new Map<number | undefined, Promise<AnalysisPool>>();

/** Returns the pool with so many threads. The first caller starts it, and it ends with the process. */
export async function createPool(options: PoolOptions): Promise<AnalysisPool> {
  const pool = pools.get(options.threads) ?? createFresh(options);
  pools.set(options.threads, pool);
  return { ...(await pool), close: async () => {} };
}
