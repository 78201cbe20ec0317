/** Serves a claimed target: tests it if that was requested, and brings its tickets up to date, one by one. */
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import { ofOrganisation } from '../../../infra/database/transaction.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import type { TenantNetwork } from '../../../infra/network/networks.ts';
import { createTenantGuard } from '../../../infra/network/tenant-guard.ts';
import type { Seal } from '../../../infra/sealing/seal.ts';
import { MINUTE_MS, SECOND_MS } from '../../../units.ts';
import { audit } from '../../audit/audit-store.ts';
import { openTicketCredential, type TicketCredential } from '../ticket-credential.ts';
import { openTracker, type TrackerOptions } from '../trackers/open-tracker.ts';
import { type Tracker, TrackerProblem } from '../trackers/tracker.ts';
import { findDueTicket, recordTicketFailure } from './due-tickets-store.ts';
import {
  type ClaimedTicketTarget,
  recordTargetFailure,
  recordTargetSuccess,
  recordTicketTest,
} from './ticket-claims-store.ts';
import { updateTicket } from './update-ticket.ts';

/** Time after which a target lets others have their turn. */
const TURN_MS = 20 * SECOND_MS;
/** First pause after a failed attempt; each further one is twice as long … */
const PAUSE_MS_MIN = 5 * SECOND_MS;
/** … up to this. */
const PAUSE_MS_MAX = 5 * MINUTE_MS;
/** Longest pause that a tracker may request. */
const REQUESTED_PAUSE_MS_MAX = 60 * MINUTE_MS;
/**
 * Time until what became of a creation is looked up whose answer is not known: Jira's search shows a new issue some seconds late, and
 * a request of before may still be under way.
 */
export const UNKNOWN_MS = 2 * MINUTE_MS;
/** Time for the request that is under way when the process stops. */
const STOP_MS_MAX = 2 * SECOND_MS;

/** Dependencies of serving. */
export interface TicketSendingDeps extends Pick<TrackerOptions, 'version' | 'ca' | 'requestMsMax'> {
  readonly sql: Sql;
  readonly seal: Seal;
  /** Private networks that trackers may be in. */
  readonly networks: readonly TenantNetwork[];
  readonly log: Logger;
  /** First pause after a failed attempt, in milliseconds. */
  readonly pauseMsMin?: number;
  /** Time until an unknown creation is looked up, in milliseconds. */
  readonly unknownMs?: number;
}

/** Serves a target. Returns the pause until the next turn, in milliseconds. @throws TicketTargetLost, or what is no fault of the tracker */
export async function serveTicketTarget(
  deps: TicketSendingDeps,
  target: ClaimedTicketTarget,
  signal: AbortSignal,
): Promise<number> {
  let tracker: Tracker | null = null;
  let isTesting = target.testRequestedAt !== null;
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(() => void tracker?.end(), STOP_MS_MAX);
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    tracker = openAllowed(deps, target);
    if (isTesting) {
      await tracker.test();
      await inTransaction(deps.sql, async (inner) => {
        await recordTicketTest(inner, target, null);
        await recordTargetSuccess(inner, target);
      });
    }
    isTesting = false;
    if (target.state === 'active') await updateTickets(deps, target, tracker, signal);
    return 0;
  } catch (error) {
    if (!(error instanceof TrackerProblem)) throw error;
    return signal.aborted ? 0 : await noteFailure(deps, target, error, isTesting);
  } finally {
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
    await tracker?.end();
  }
}

async function updateTickets(
  { sql, pauseMsMin = PAUSE_MS_MIN, unknownMs = UNKNOWN_MS }: TicketSendingDeps,
  target: ClaimedTicketTarget,
  tracker: Tracker,
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + TURN_MS;
  while (!signal.aborted && performance.now() < endMs) {
    const ticket = await inTransaction(sql, (inner) => findDueTicket(inner, target, unknownMs));
    if (ticket === undefined) return;
    try {
      await updateTicket(sql, tracker, target, ticket);
    } catch (error) {
      // A ticket that is not taken must not hold up the others.
      if (error instanceof TrackerProblem && error.isOfOneTicket)
        await inTransaction(sql, (inner) =>
          recordTicketFailure(inner, target, ticket, {
            problem: error.message,
            pauseMsMin,
            pauseMsMax: 60 * MINUTE_MS,
          }),
        );
      throw error;
    }
    await inTransaction(sql, (inner) => recordTargetSuccess(inner, target));
  }
}

/** Opens the tracker. @throws TrackerProblem when its credential is missing, or the operator does not allow its address any more */
function openAllowed({ seal, networks, ...rest }: TicketSendingDeps, target: ClaimedTicketTarget): Tracker {
  const credential = openCredential(seal, target);
  const guard = createTenantGuard({ allowsHttp: false, networks }, target.orgId);
  const { version, ca, requestMsMax } = rest;
  try {
    return openTracker({
      place: target,
      mapping: target.mapping,
      credential,
      guard,
      version,
      ...(ca !== undefined && { ca }),
      ...(requestMsMax !== undefined && { requestMsMax }),
    });
  } catch (error) {
    if (error instanceof AppError) throw new TrackerProblem(error.message);
    throw error;
  }
}

function openCredential(seal: Seal, target: ClaimedTicketTarget): TicketCredential {
  if (target.sealed === null) throw new TrackerProblem('There is no credential. Set one.');
  try {
    return openTicketCredential(seal, target, target.sealed);
  } catch {
    throw new TrackerProblem(
      'The credential cannot be opened. Set it again. The operator may have removed its key.',
    );
  }
}

async function noteFailure(
  { sql, log, pauseMsMin = PAUSE_MS_MIN }: TicketSendingDeps,
  target: ClaimedTicketTarget,
  error: TrackerProblem,
  wasTesting: boolean,
): Promise<number> {
  const { orgId, id } = target;
  const problem = error.message;
  const { isToBeReported, failures, failingSince } = await inTransaction(sql, async (inner) => {
    if (wasTesting) await recordTicketTest(inner, target, problem);
    const noted = await recordTargetFailure(inner, target, problem);
    if (noted.isToBeReported)
      await audit(ofOrganisation(inner, orgId), {
        actor: { kind: 'system', id: 'deliveries', name: 'Delivery of tickets', email: null },
        action: 'ticket_target.failing',
        target: { kind: 'ticket_target', id, name: target.name },
        details: { since: noted.failingSince.toISOString(), problem },
        requestId: null,
      });
    return noted;
  });
  if (isToBeReported) log.warn({ orgId, targetId: id, failingSince, problem }, 'a ticket target fails');
  const planned = Math.min(pauseMsMin * 2 ** Math.min(failures - 1, 20), PAUSE_MS_MAX);
  return Math.max(planned, Math.min(error.retryAfterMs ?? 0, REQUESTED_PAUSE_MS_MAX));
}
