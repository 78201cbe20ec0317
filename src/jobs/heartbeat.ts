/**
 * The heartbeat of a jobs process. graphile-worker gives up on the jobs of a process that died after four hours. Here
 * any living process gives them back to the queue after a silence of 45 seconds, and at once when the dead process ran on
 * this machine. The same holds for the deliveries that it was sending.
 */

import type { Sql } from '../infra/database/connections.ts';
import { inTransaction } from '../infra/database/database.ts';
import { INFRA_LIMITS } from '../infra/limits.ts';
import type { Logger } from '../infra/logging/log.ts';
import { isGone, ownIdentity } from '../infra/process/process-identity.ts';
import {
  beat,
  forgetJobProcess,
  listOtherJobProcesses,
  listUnknownHolders,
  unlockJobsOf,
  unlockUnheardJobs,
} from '../infra/queue/job-processes.ts';
import { createSilenceWatch, type SilenceWatch } from '../infra/queue/silence-watch.ts';
import { releaseTargetsOf } from '../service/audit-targets/sending/target-claims-store.ts';
import { releaseTicketTargetsOf } from '../service/tickets/sending/ticket-claims-store.ts';
import { releaseDeliveriesOf } from '../service/webhooks/delivery/claims-store.ts';
import type { Runner } from './runner.ts';

/** Starts the heartbeat of every runner of this process, and gives back the work of dead ones. Returns a function that ends it. */
export async function startHeartbeat(
  sql: Sql,
  runners: readonly Pick<Runner, 'poolId' | 'jobIds'>[],
  log: Logger,
): Promise<() => Promise<void>> {
  const identity = ownIdentity();
  const poolIds = runners.map(({ poolId }) => poolId);
  const findSilent = createSilenceWatch();
  const once = async () => {
    await inTransaction(sql, async (inner) => {
      for (const poolId of poolIds) await beat(inner, { ...identity, poolId });
    });
    await unlockDead(sql, poolIds, log, findSilent);
    await unlockUnheard(sql, runners, log);
  };
  await once();
  let last = Promise.resolve();
  const timer = setInterval(() => {
    // A missed beat is made up by the next; a database that stays away stops everything else too.
    last = once().catch((error: unknown) => log.warn({ err: error }, 'The heartbeat could not be written'));
  }, INFRA_LIMITS.heartbeatMs);
  return async () => {
    clearInterval(timer);
    await last;
    await inTransaction(sql, (inner) => forgetJobProcess(inner, poolIds));
  };
}

/**
 * Gives back the work of dead processes: their jobs to the queue, their deliveries, audit and ticket targets to any sender. Returns
 * the pools that were dead. Our own never are.
 * @param findSilent by default no process counts as dead for its silence
 */
export async function unlockDead(
  sql: Sql,
  ownPoolIds: readonly string[],
  log: Logger,
  findSilent: SilenceWatch = () => [],
): Promise<readonly string[]> {
  const pools = await inTransaction(sql, async (inner) => {
    const others = await listOtherJobProcesses(inner, ownPoolIds);
    const silent = new Set(findSilent(others, performance.now()));
    const dead = others.filter((other) => silent.has(other.poolId) || isGone(other));
    const unknown = await listUnknownHolders(inner, INFRA_LIMITS.heartbeatSilenceMsMax);
    const ids = [...dead.map((process) => process.poolId), ...unknown];
    if (ids.length > 0) {
      await releaseDeliveriesOf(inner, ids);
      await releaseTargetsOf(inner, ids);
      await releaseTicketTargetsOf(inner, ids);
      await unlockJobsOf(inner, ids);
    }
    return ids;
  });
  if (pools.length > 0) log.warn({ pools }, 'What processes held that died is taken up by others');
  return pools;
}

/** Gives back jobs that the queue has assigned to these runners, and that never reached them. */
export async function unlockUnheard(
  sql: Sql,
  runners: readonly Pick<Runner, 'poolId' | 'jobIds'>[],
  log: Logger,
): Promise<void> {
  const poolIds = runners.map(({ poolId }) => poolId);
  const heardIds = runners.flatMap(({ jobIds }) => jobIds());
  const jobs = await inTransaction(sql, (inner) =>
    unlockUnheardJobs(inner, poolIds, heardIds, INFRA_LIMITS.heartbeatSilenceMsMax),
  );
  if (jobs > 0) log.warn({ jobs }, 'Jobs that were lost on their way here are back in the queue');
}
