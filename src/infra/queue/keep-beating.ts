/** Heartbeat of a process with work of its own, until it ends. */
import type { Sql } from '../database/connections.ts';
import { inTransaction } from '../database/database.ts';
import { INFRA_LIMITS } from '../limits.ts';
import type { Logger } from '../logging/log.ts';
import { forgetJobProcess } from './job-processes.ts';

/** Beats now and from now on. Returns what ends it: the process then no longer counts as living. */
export async function keepBeating(
  sql: Sql,
  holder: string,
  log: Logger,
  once: () => Promise<void>,
): Promise<() => Promise<void>> {
  await once();
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = once().catch((error: unknown) => log.warn({ err: error }, 'The heartbeat could not be written'));
  }, INFRA_LIMITS.heartbeatMs);
  return async () => {
    clearInterval(timer);
    await last;
    await inTransaction(sql, (inner) => forgetJobProcess(inner, [holder]));
  };
}
