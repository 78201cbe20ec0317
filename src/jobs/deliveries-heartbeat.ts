/** The heartbeat of a deliveries process: what one held that died is sent by another, or by the one that follows it. */
import { LIMITS } from '../limits.ts';
import type { Logger } from '../log.ts';
import { isGone, ownIdentity } from '../process-identity.ts';
import type { Sql } from '../store/connections.ts';
import { inTransaction } from '../store/database.ts';
import { releaseDeliveriesOf } from '../store/delivery-claims.ts';
import { beat, forgetJobProcess, listOtherJobProcesses } from '../store/job-processes.ts';
import { createSilenceWatch } from './silence-watch.ts';

/** Beats now and from now on, and releases what dead processes held. Returns what ends it. */
export async function keepDeliveriesBeating(
  sql: Sql,
  holder: string,
  log: Logger,
): Promise<() => Promise<void>> {
  const identity = ownIdentity();
  const findSilent = createSilenceWatch();
  const once = async () => {
    const dead = await inTransaction(sql, async (inner) => {
      await beat(inner, { ...identity, poolId: holder }, 'deliveries');
      const others = await listOtherJobProcesses(inner, [holder], ['deliveries']);
      const silent = new Set(findSilent(others, performance.now()));
      const ids = others
        .filter((other) => silent.has(other.poolId) || isGone(other))
        .map(({ poolId }) => poolId);
      if (ids.length === 0) return ids;
      await releaseDeliveriesOf(inner, ids);
      await forgetJobProcess(inner, ids);
      return ids;
    });
    if (dead.length > 0)
      log.warn({ holders: dead }, 'Deliveries of processes that died are taken up by others');
  };
  await once();
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = once().catch((error: unknown) => log.warn({ err: error }, 'The heartbeat could not be written'));
  }, LIMITS.heartbeatMs);
  return async () => {
    clearInterval(timer);
    await last;
    await inTransaction(sql, (inner) => forgetJobProcess(inner, [holder]));
  };
}
