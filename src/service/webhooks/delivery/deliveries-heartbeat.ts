/** Heartbeat of a deliveries process: another process takes over the deliveries of one that died. */

import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import { isGone, ownIdentity } from '../../../infra/process/process-identity.ts';
import { beat, forgetJobProcess, listOtherJobProcesses } from '../../../infra/queue/job-processes.ts';
import { keepBeating } from '../../../infra/queue/keep-beating.ts';
import { createSilenceWatch } from '../../../infra/queue/silence-watch.ts';
import { releaseDeliveriesOf } from './claims-store.ts';

/**
 * Beats now and from now on, and releases what dead processes held. Returns what ends it.
 * @param releaseMoreOf releases what they held besides deliveries
 */
export async function startDeliveriesHeartbeat(
  sql: Sql,
  holder: string,
  log: Logger,
  releaseMoreOf: (sql: Transaction, holders: readonly string[]) => Promise<void> = async () => {},
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
      await releaseMoreOf(inner, ids);
      await forgetJobProcess(inner, ids);
      return ids;
    });
    if (dead.length > 0)
      log.warn({ holders: dead }, 'Deliveries of processes that died are taken up by others');
  };
  return keepBeating(sql, holder, log, once);
}
