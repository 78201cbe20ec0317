/** Takes pulls that are due, a few at once, and holds them while they run. */
import { inTransaction } from '../../../infra/database/database.ts';
import { serveClaims } from '../../../infra/queue/serve-claims.ts';
import { SECOND_MS } from '../../../units.ts';
import { planPulls } from './plan-pulls.ts';
import {
  type ClaimedPull,
  ClaimLost,
  claimPull,
  LEASE_MS,
  releaseClaim,
  renewClaim,
} from './pull-claims-store.ts';
import { type PullDeps, runPull } from './pull-run.ts';

/** Pulls of a process at once. */
const RUNNING_MAX = 8;
/** Pause between two looks for pulls that are due. */
const LOOK_MS = SECOND_MS;
/** Pause between two looks for sources whose time has come. */
const PLAN_MS = 20 * SECOND_MS;

/** Pulls from now on. Returns what ends it: pulls that run are given back. */
export function startPulls(deps: PullDeps, holder: string): () => Promise<void> {
  const { sql, counters } = deps;
  let planAtMs = performance.now();
  return serveClaims<ClaimedPull>(deps, {
    name: 'a pull',
    idName: 'pullId',
    dueName: 'pulls that are due',
    runningMax: RUNNING_MAX,
    lookMs: LOOK_MS,
    leaseMs: LEASE_MS,
    async beforeLook() {
      if (performance.now() < planAtMs) return;
      planAtMs = performance.now() + PLAN_MS;
      await inTransaction(sql, (inner) => planPulls(inner, new Date()));
    },
    onRunning: (running) => counters?.running(running),
    claim: (inner) => claimPull(inner, holder),
    renew: renewClaim,
    isLost: (error) => error instanceof ClaimLost,
    release: releaseClaim,
    serve: async (pull, signal) => (await runPull(deps, pull, signal)) ?? 0,
  });
}
