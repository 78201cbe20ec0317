/** Sends to audit targets, a few at once, and holds each while it is at it. */
import { serveClaims } from '../../../infra/queue/serve-claims.ts';
import { SECOND_MS } from '../../../units.ts';
import { type SendTargetDeps, sendTarget } from './send-target.ts';
import {
  type ClaimedTarget,
  claimTarget,
  releaseTarget,
  renewTarget,
  TARGET_LEASE_MS,
  TargetLost,
} from './target-claims-store.ts';

/** Targets of a process at once. */
const RUNNING_MAX = 8;
/** Pause between two looks for targets with something to send. */
const LOOK_MS = SECOND_MS;

/** Sends from now on. Returns what ends it: targets that are held are given back. */
export function startAuditTargets(
  deps: SendTargetDeps,
  holder: string,
  lookMs = LOOK_MS,
): () => Promise<void> {
  return serveClaims<ClaimedTarget>(deps, {
    name: 'an audit target',
    idName: 'targetId',
    dueName: 'audit targets with something to send',
    runningMax: RUNNING_MAX,
    lookMs,
    leaseMs: TARGET_LEASE_MS,
    claim: (sql) => claimTarget(sql, holder),
    renew: renewTarget,
    isLost: (error) => error instanceof TargetLost,
    release: releaseTarget,
    serve: (target, signal) => sendTarget(deps, target, signal),
  });
}
