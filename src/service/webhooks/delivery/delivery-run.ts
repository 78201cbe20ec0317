/**
 * Run of deliveries: claims due ones, sends them at once within its limits, and writes the results in batches. What it
 * holds when it dies is sent by another process as soon as that death is noticed, after the lease at the latest, with the
 * same delivery id.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../../infra/database/database.ts';
import type { Tracer } from '../../../infra/telemetry/tracer.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';
import { type AttemptWriterOptions, createAttemptWriter } from './attempt-writer.ts';
import type { FinishedAttempt } from './attempts-store.ts';
import { type ClaimOptions, claimDue, FIRST_LANE } from './claim-due.ts';
import { releaseDeliveriesOf } from './claims-store.ts';
import { type DeliverDeps, deliver, type Outgoing } from './deliver.ts';
import { inAttemptSpan } from './delivery-span.ts';
import { createTally, type TallyLimits } from './delivery-tally.ts';
import { createEndpointQueues } from './endpoint-queues.ts';
import { createRunModes } from './run-modes.ts';

/** Time that attempts get when a jobs process ends; those that last are left to the next process. */
const DELIVERY_STOP_MS_MAX = 5_000;

/** Interval at which due deliveries are polled when nothing announces them. */
const DELIVERY_POLL_MS = 500;

/** Deliveries that one jobs process sends at once. */
const DELIVERIES_AT_ONCE_MAX = 256;

/** Of these, to one webhook, or to one host for the addresses that validations of an organisation name; fewer when many are under way. */
export const DELIVERIES_PER_WEBHOOK_MAX = 16;

/** Of these, for one organisation; fewer when many are under way. */
const DELIVERIES_PER_ORGANISATION_MAX = 128;

/** Times as many deliveries are claimed as are sent at once: the next one is there when an attempt ends. */
export const DELIVERIES_CLAIMED_FACTOR = 8;

export interface DeliveryRunOptions
  extends DeliverDeps,
    Pick<AttemptWriterOptions, 'sql' | 'log'>,
    Pick<ClaimOptions, 'holder' | 'baseUrl' | 'platformNames'> {
  readonly stopMsMax?: number;
  /** Null or absent: tracing is off. */
  readonly tracer?: Tracer | null;
  /** Called for every attempt. */
  observe?(attempt: FinishedAttempt): void;
}

export interface DeliveryRun {
  /** Sends what is due now, and resolves when the results are written. Returns how many were sent. */
  sendDue(): Promise<number>;
  /** Sends what becomes due, until it is stopped. Stopping lets running attempts end, and gives back all that it still holds. */
  start(): () => Promise<void>;
}

const SENDING = {
  max: DELIVERIES_AT_ONCE_MAX,
  perLaneMax: DELIVERIES_PER_WEBHOOK_MAX,
  perHostMax: WEBHOOK_LIMITS.deliveriesPerHostMax,
  perOrganisationMax: DELIVERIES_PER_ORGANISATION_MAX,
} as const satisfies TallyLimits;
const HELD = {
  max: SENDING.max * DELIVERIES_CLAIMED_FACTOR,
  perLaneMax: SENDING.perLaneMax * DELIVERIES_CLAIMED_FACTOR,
  perHostMax: SENDING.perHostMax * DELIVERIES_CLAIMED_FACTOR,
  perOrganisationMax: SENDING.perOrganisationMax * DELIVERIES_CLAIMED_FACTOR,
} as const satisfies TallyLimits;
/** Share of the held deliveries that has to end before more are claimed: a query for each would only cost time. */
const ENDED_PART = 1 / 4;

/** Creates a run; it does nothing yet. */
export function createDeliveryRun(options: DeliveryRunOptions): DeliveryRun {
  const { sql, log, now, holder, stopMsMax = DELIVERY_STOP_MS_MAX, tracer = null, observe } = options;
  const held = createTally(HELD);
  const sending = createTally(SENDING);
  const waiting = createEndpointQueues<Outgoing>();
  const running = new Set<Promise<void>>();
  const modes = createRunModes();
  let afterLane = FIRST_LANE;
  /** Deliveries that have ended since the last claim. */
  let ended = 0;
  const writer = createAttemptWriter({ ...options, isStopping: modes.isStopping });

  /** Claims what is due and may be held, without waiting for the ends. `isMore`: there may be more. */
  async function claim(): Promise<{ readonly count: number; readonly isMore: boolean }> {
    ended = 0;
    modes.claim();
    if (held.free() === 0) return { count: 0, isMore: false };
    const found = await claimDue(sql, { ...options, tally: held, now: now(), afterLane });
    afterLane = found.nextAfterLane;
    const count = found.claims.length;
    for (const claimed of found.claims) waiting.add(claimed);
    sendWaiting();
    // Nothing but what receivers may not have now: the walk goes to its end, and not round in circles.
    return { count, isMore: count === 0 ? afterLane !== FIRST_LANE : !found.isAll };
  }

  /** Sends what waits, as far as receivers may have more. */
  function sendWaiting(): void {
    if (modes.isStopping()) return;
    const leaseMin = now().getTime() + WEBHOOK_LIMITS.webhookAttemptMsMax;
    waiting.advance((claim) => {
      // This process stood still, or the receiver is slow, and another process is about to send it.
      if (claim.leasedUntil.getTime() < leaseMin) {
        letGo(claim);
        return 'drop';
      }
      if (!sending.admit(claim)) return 'wait';
      const end = send(claim).finally(() => {
        running.delete(end);
        sending.release(claim);
        sendWaiting();
      });
      running.add(end);
      return 'take';
    });
  }

  function letGo(claim: Outgoing): void {
    held.release(claim);
    ended += 1;
    if (ended >= (HELD.max - held.free()) * ENDED_PART) modes.wake();
  }

  async function send(claim: Outgoing): Promise<void> {
    try {
      const attempt = await inAttemptSpan(tracer, claim, () => deliver(claim, options));
      observe?.(attempt);
      // Held until then: a database that is slow to write slows the sending down.
      writer.add(attempt, () => letGo(claim));
    } catch (error) {
      letGo(claim);
      // Tried again when the lease ends, or by the next process: until then an operator may bring the key back.
      log.error({ err: error, deliveryId: claim.id }, 'A delivery could not be prepared');
    }
  }

  async function settle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
    await writer.drain();
  }

  async function loop(): Promise<void> {
    while (!modes.isStopping()) {
      const { isMore } = await claim().catch((error: unknown) => {
        log.warn({ err: error }, 'Due deliveries could not be looked for');
        return { isMore: false };
      });
      if (!isMore) await modes.wait(DELIVERY_POLL_MS);
    }
  }

  async function stop(looping: Promise<void>): Promise<void> {
    modes.stop();
    await looping;
    await Promise.race([settle(), sleep(stopMsMax, null, { ref: false })]);
    // Those too that could not be signed, and those whose results could not be written.
    const released = await inTransaction(sql, (inner) => releaseDeliveriesOf(inner, [holder]));
    if (released > 0) log.info({ released }, 'Deliveries that last are left to the next process');
  }

  return {
    async sendDue() {
      for (let sent = 0; ; ) {
        const { count, isMore } = await claim();
        sent += count;
        await settle();
        if (!isMore) return sent;
      }
    },
    start() {
      const looping = loop();
      return () => stop(looping);
    },
  };
}
