/** Serves ticket targets, a few at once, and holds each while it is at it. */
import { serveClaims } from '../../../infra/queue/serve-claims.ts';
import { SECOND_MS } from '../../../units.ts';
import { serveTicketTarget, type TicketSendingDeps, UNKNOWN_MS } from './serve-ticket-target.ts';
import {
  type ClaimedTicketTarget,
  claimTicketTarget,
  releaseTicketTarget,
  renewTicketTarget,
  TICKET_LEASE_MS,
  TicketTargetLost,
} from './ticket-claims-store.ts';

/** Targets of a process at once. */
const RUNNING_MAX = 4;
/** Pause between two looks for targets with something to do. */
const LOOK_MS = 5 * SECOND_MS;

/** Serves from now on. Returns what ends it: targets that are held are given back. */
export function startTicketTargets(
  deps: TicketSendingDeps,
  holder: string,
  lookMs = LOOK_MS,
): () => Promise<void> {
  const { unknownMs = UNKNOWN_MS } = deps;
  return serveClaims<ClaimedTicketTarget>(deps, {
    name: 'a ticket target',
    idName: 'targetId',
    dueName: 'ticket targets with something to do',
    runningMax: RUNNING_MAX,
    lookMs,
    leaseMs: TICKET_LEASE_MS,
    claim: (sql) => claimTicketTarget(sql, holder, unknownMs),
    renew: renewTicketTarget,
    isLost: (error) => error instanceof TicketTargetLost,
    release: releaseTicketTarget,
    serve: (target, signal) => serveTicketTarget(deps, target, signal),
  });
}
