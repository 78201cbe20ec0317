/**
 * Gauges of what all processes share and that changes slowly: counts of plans, partitions, results to be moved, audit targets, a
 * missing process.
 */
import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../infra/database/connections.ts';
import { inTransaction } from '../infra/database/database.ts';
import type { Transaction } from '../infra/database/transaction.ts';
import { INFRA_LIMITS } from '../infra/limits.ts';
import { listLivingPrograms } from '../infra/queue/job-processes.ts';
import { readTargetBacklog } from '../service/audit-targets/target-backlog-store.ts';
import { COUNTING_WAYS, countOrganisationsByWay } from '../service/plans/plans-store.ts';
import { packedBefore } from '../service/results/bodies/pack-results-job.ts';
import { readPackingLag } from '../service/results/bodies/packable-results-store.ts';
import { readPartitionStates } from '../service/retention/partition-state-store.ts';
import { hasSources } from '../service/sources/any-source-store.ts';

/** Shortest time between two reads of counts, partitions and old results for the metrics. */
const STATE_READ_MS_MIN = 60_000;

/** Gauges that are read seldom. */
export interface StateGauges {
  /** Queries the database, at most once in `stateReadMsMin`. */
  refresh(): Promise<void>;
}

/**
 * Adds the gauges to a registry.
 * @param inlineDays days after which details of results move to the bucket; null: there is none
 * @param clock returns milliseconds and never goes back
 */
export function createStateGauges(
  registry: Registry,
  sql: Sql,
  inlineDays: number | null,
  clock = () => performance.now(),
): StateGauges {
  const registers = [registry];
  const counting = new Gauge({
    name: 'flowarden_usage_organisations',
    help: 'Organisations with validations of this month by how they are counted: spread, exact (one after the other, near the limit) or rejected.',
    labelNames: ['counting'],
    registers,
  });
  const ofTable = (name: string, help: string) => new Gauge({ name, help, labelNames: ['table'], registers });
  const ahead = ofTable(
    'flowarden_partitions_ahead_seconds',
    'Time until the newest partition of a table ends.',
  );
  const overdue = ofTable(
    'flowarden_partitions_overdue_seconds',
    'For how long the oldest partition of a table should have been dropped; 0: none should.',
  );
  const packingLag = new Gauge({
    name: 'flowarden_packing_lag_seconds',
    help: 'For how long the oldest result has been past its inline days without having been looked at; 0 without a bucket.',
    registers,
  });
  const pullsMissing = new Gauge({
    name: 'flowarden_pulls_missing',
    help: '1 while there are sources and no pulls process beats, else 0.',
    registers,
  });
  const single = (name: string, help: string) => new Gauge({ name, help, registers });
  const targetsWaiting = single(
    'flowarden_audit_targets_waiting',
    'Entries and security events that active audit targets have not confirmed.',
  );
  const targetsOldest = single(
    'flowarden_audit_targets_oldest_seconds',
    'Age of the oldest entry or security event that an active audit target has not confirmed; 0: there is none.',
  );
  const targetsFailing = single(
    'flowarden_audit_targets_failing',
    'Active audit targets whose last attempt failed.',
  );
  let nextReadMs = Number.NEGATIVE_INFINITY;
  return {
    async refresh() {
      if (clock() < nextReadMs) return;
      await inTransaction(sql, async (inner) => {
        const organisations = await countOrganisationsByWay(inner);
        for (const way of COUNTING_WAYS) counting.set({ counting: way }, organisations[way]);
        for (const { table, aheadSeconds, overdueSeconds } of await readPartitionStates(inner)) {
          ahead.set({ table }, aheadSeconds);
          overdue.set({ table }, overdueSeconds);
        }
        const before = inlineDays === null ? undefined : packedBefore(inlineDays);
        const backlog = await readTargetBacklog(inner);
        targetsWaiting.set(backlog.waiting);
        targetsOldest.set(backlog.oldestSeconds);
        targetsFailing.set(backlog.failing);
        pullsMissing.set((await isPullsMissing(inner)) ? 1 : 0);
        packingLag.set(before === undefined ? 0 : await readPackingLag(inner, before));
      });
      nextReadMs = clock() + STATE_READ_MS_MIN;
    },
  };
}

async function isPullsMissing(sql: Transaction): Promise<boolean> {
  if (!(await hasSources(sql))) return false;
  const programs = await listLivingPrograms(sql, INFRA_LIMITS.heartbeatSilenceMsMax);
  return !programs.some(({ kind }) => kind === 'pulls');
}
