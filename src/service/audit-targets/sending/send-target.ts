/** Sends what a claimed target has not confirmed, batch by batch, and notes how far it has got. */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import { ofOrganisation, type Transaction } from '../../../infra/database/transaction.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import type { TenantNetwork } from '../../../infra/network/networks.ts';
import { createTenantGuard } from '../../../infra/network/tenant-guard.ts';
import type { Seal } from '../../../infra/sealing/seal.ts';
import { MINUTE_MS, SECOND_MS } from '../../../units.ts';
import { audit } from '../../audit/audit-store.ts';
import type { AuditEvent } from '../formats/audit-event.ts';
import { NO_CREDENTIAL, openTargetCredential, type TargetCredential } from '../target-credential.ts';
import { SendProblem, type TargetChannel } from './channel.ts';
import { openChannel } from './open-channel.ts';
import { listEntriesBehind } from './sent-entries-store.ts';
import { listEventsBehind, numberEvents } from './sent-events-store.ts';
import { type ClaimedTarget, recordFailure, recordSent, recordTest } from './target-claims-store.ts';

/** Time after which a target lets others have their turn. */
const TURN_MS = 20 * SECOND_MS;
/** First pause after a failed attempt; each further one is twice as long … */
const PAUSE_MS_MIN = 5 * SECOND_MS;
/** … up to this. */
const PAUSE_MS_MAX = 5 * MINUTE_MS;
/** Longest pause that a target may request. */
const REQUESTED_PAUSE_MS_MAX = 15 * MINUTE_MS;
/** Time for the answer to what is on its way when the process stops; without it, that is sent again. */
const STOP_MS_MAX = 2 * SECOND_MS;

/** Dependencies of sending. */
export interface SendTargetDeps {
  readonly sql: Sql;
  readonly seal: Seal;
  /** Private networks that targets may be in. */
  readonly networks: readonly TenantNetwork[];
  readonly log: Logger;
  /** Version of the program. */
  readonly version: string;
  /** Name of this installation in events. */
  readonly host: string;
  /** First pause after a failed attempt, in milliseconds. */
  readonly pauseMsMin?: number;
  /** Time for the attempt that is under way when sending ends, in milliseconds. */
  readonly stopMsMax?: number;
  /** Counts the events that targets have confirmed, and failed attempts. */
  observe?(kind: ClaimedTarget['kind'], outcome: 'sent' | 'failed', count: number): void;
}

/** Sends. Returns the pause until the next turn, in milliseconds. @throws TargetLost, or what is no fault of the target */
export async function sendTarget(
  deps: SendTargetDeps,
  target: ClaimedTarget,
  signal: AbortSignal,
): Promise<number> {
  let channel: TargetChannel | null = null;
  let isTesting = target.testRequestedAt !== null;
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(() => void channel?.close(), deps.stopMsMax ?? STOP_MS_MAX);
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    channel = openAllowed(deps, target);
    if (isTesting) await sendTest(deps, target, channel);
    isTesting = false;
    if (target.state === 'active') await sendStreams(deps, target, channel, signal);
    return 0;
  } catch (error) {
    if (!(error instanceof SendProblem)) throw error;
    // Sending has ended, and not because of the target.
    return signal.aborted ? 0 : await noteFailure(deps, target, error, isTesting);
  } finally {
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
    await channel?.close();
  }
}

/** Opens the channel. @throws SendProblem when its credential cannot be opened, or the operator does not allow its address any more */
function openAllowed(
  { seal, networks, version, host }: SendTargetDeps,
  target: ClaimedTarget,
): TargetChannel {
  const credential = openCredential(seal, target);
  const guard = createTenantGuard({ allowsHttp: false, networks }, target.orgId);
  try {
    return openChannel({ place: target, credential, guard, version, host });
  } catch (error) {
    if (error instanceof AppError) throw new SendProblem(error.message);
    throw error;
  }
}

function openCredential(seal: Seal, target: ClaimedTarget): TargetCredential {
  if (target.sealed === null) return NO_CREDENTIAL;
  try {
    return openTargetCredential(seal, target, target.sealed);
  } catch {
    throw new SendProblem(
      'The credential cannot be opened. Set it again. The operator may have removed its key.',
    );
  }
}

/** Stream of events that a target gets, each in its order. */
interface Stream {
  /** Lists events behind a number. An event is null where it is left out. */
  list(
    sql: Transaction,
    behind: number,
    rowsMax: number,
  ): Promise<readonly { readonly sequence: number; readonly event: AuditEvent | null }[]>;
  /** Notes that events up to a number are confirmed or left out, and returns whether sending goes on from there. */
  record(sql: Transaction, from: number, to: number): Promise<boolean>;
}

function entriesOf(target: ClaimedTarget): Stream {
  return {
    async list(sql, behind, rowsMax) {
      const entries = await listEntriesBehind(sql, target.orgId, behind, rowsMax);
      return entries.map((entry) => ({ sequence: entry.sequence, event: { kind: 'entry', entry } }));
    },
    record: (sql, from, to) => recordSent(sql, target, 'sent_sequence', { from, to }),
  };
}

function securityEventsOf(target: ClaimedTarget): Stream {
  return {
    async list(sql, behind, rowsMax) {
      await numberEvents(sql, target.orgId);
      const events = await listEventsBehind(sql, target, behind, rowsMax);
      return events.map(({ sequence, event }) => ({ sequence, event: event && { kind: 'security', event } }));
    },
    record: (sql, from, to) => recordSent(sql, target, 'sent_event', { from, to }),
  };
}

/** Sends the audit log, and then security events, for as long as a turn lasts. */
async function sendStreams(
  deps: SendTargetDeps,
  target: ClaimedTarget,
  channel: TargetChannel,
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + TURN_MS;
  const isOver = () => signal.aborted || performance.now() >= endMs;
  const sendAll = async (stream: Stream, sent: number): Promise<boolean> => {
    let behind = sent;
    while (!isOver()) {
      const next = await sendBatch(deps, { target, channel, stream }, behind);
      if (typeof next === 'string') return next === 'end';
      behind = next;
    }
    return false;
  };
  const goesOn = await sendAll(entriesOf(target), target.sentSequence);
  if (goesOn && target.events.length > 0) await sendAll(securityEventsOf(target), target.sentEvent);
}

interface Sending {
  readonly target: ClaimedTarget;
  readonly channel: TargetChannel;
  readonly stream: Stream;
}

/** Sends what follows a number. Returns the number that it has got to, or why it is done. */
async function sendBatch(
  { sql, observe }: SendTargetDeps,
  { target, channel, stream }: Sending,
  behind: number,
): Promise<number | 'end' | 'stopped'> {
  const rows = await inTransaction(sql, (inner) => stream.list(inner, behind, channel.eventsMax));
  const last = rows.at(-1);
  if (last === undefined) return 'end';
  const wanted = rows.flatMap(({ sequence, event }) => (event === null ? [] : [{ sequence, event }]));
  const { count, problem } =
    wanted.length === 0 ? NOTHING_SENT : await channel.send(wanted.map(({ event }) => event));
  const to = problem === null ? last.sequence : wanted[count - 1]!.sequence;
  const goesOn = await inTransaction(sql, (inner) => stream.record(inner, behind, to));
  observe?.(target.kind, 'sent', count);
  if (problem !== null) throw new SendProblem(problem);
  return goesOn ? to : 'stopped';
}

const NOTHING_SENT = { count: 0, problem: null } as const;

/** A test is sent once: its failure is its result. */
async function sendTest(
  { sql }: SendTargetDeps,
  target: ClaimedTarget,
  channel: TargetChannel,
): Promise<void> {
  const { orgId, name } = target;
  const event = { kind: 'test', orgId, id: randomUUID(), at: new Date(), targetName: name } as const;
  await channel.send([event]);
  await inTransaction(sql, (inner) => recordTest(inner, target, null));
}

async function noteFailure(
  { sql, log, observe, pauseMsMin = PAUSE_MS_MIN }: SendTargetDeps,
  target: ClaimedTarget,
  error: SendProblem,
  wasTesting: boolean,
): Promise<number> {
  const { orgId, id, kind } = target;
  const problem = error.message;
  const { isToBeReported, failures, failingSince } = await inTransaction(sql, async (inner) => {
    if (wasTesting) await recordTest(inner, target, problem);
    const noted = await recordFailure(inner, target, problem);
    if (noted.isToBeReported)
      await audit(ofOrganisation(inner, orgId), {
        actor: { kind: 'system', id: 'deliveries', name: 'Delivery of the audit log', email: null },
        action: 'audit_target.failing',
        target: { kind: 'audit_target', id, name: target.name },
        details: { since: noted.failingSince.toISOString(), problem },
        requestId: null,
      });
    return noted;
  });
  observe?.(kind, 'failed', 1);
  if (isToBeReported) log.warn({ orgId, targetId: id, failingSince, problem }, 'an audit target fails');
  const planned = Math.min(pauseMsMin * 2 ** Math.min(failures - 1, 20), PAUSE_MS_MAX);
  return Math.max(planned, Math.min(error.retryAfterMs ?? 0, REQUESTED_PAUSE_MS_MAX));
}
