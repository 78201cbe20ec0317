/**
 * The sending of what is due, as long as the process lives: claims deliveries, sends them at once as far as its limits
 * go, writes the results in batches. What it holds when it dies is sent by another process after the lease, with the
 * same delivery id.
 */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import type { Logger } from '../log.ts';
import type { Sql } from '../store/connections.ts';
import { inTransaction } from '../store/database.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type FinishedAttempt,
  keepBodies,
  releaseClaims,
  skipClaims,
} from '../store/delivery-claims.ts';
import { deliveryBody } from '../webhooks/body.ts';
import { type DeliverTools, deliver } from './deliver.ts';
import { createTally } from './delivery-tally.ts';
import { recordAttempts } from './record-attempts.ts';

export interface DeliveryRunOptions extends DeliverTools {
  readonly sql: Sql;
  /** What links in chat messages start with. */
  readonly baseUrl: string;
  readonly log: Logger;
  /** Told of every attempt. */
  observe?(attempt: FinishedAttempt): void;
}

export interface DeliveryRun {
  /** Sends what is due now, and resolves when the results are written. Returns how many were sent. */
  sendDue(): Promise<number>;
  /** Sends what becomes due, until it is stopped. Stopping lets running attempts end. */
  start(): () => Promise<void>;
}

/** Pause before results are written again when the database was away. */
const WRITE_PAUSE_MS = 500;

/** Makes a run; it does nothing yet. */
export function createDeliveryRun(options: DeliveryRunOptions): DeliveryRun {
  const { sql, baseUrl, log, now, observe } = options;
  const tally = createTally();
  const running = new Set<Promise<void>>();
  let finished: FinishedAttempt[] = [];
  let writing: Promise<void> | null = null;
  let stopping = false;
  let wake = () => {};

  /** Takes what is due and may be sent; sends it without waiting for the ends. */
  async function take(): Promise<number> {
    const free = LIMITS.deliveriesAtOnceMax - running.size;
    if (free <= 0) return 0;
    const moment = now();
    const claims = await inTransaction(sql, async (inner) => {
      const claimed = await claimDeliveries(inner, {
        now: moment,
        leaseUntil: new Date(moment.getTime() + LIMITS.deliveryLeaseMs),
        lease: randomUUID(),
        countMax: free,
        perWebhookMax: LIMITS.deliveriesPerWebhookMax,
        busyWebhookIds: tally.busyWebhookIds(),
      });
      await skipClaims(inner, claimed.filter(isDisabled), moment);
      const sendable = claimed.filter((claim) => !isDisabled(claim));
      const chosen = sendable.filter((claim) => tally.admit(claim));
      const later = sendable.filter((claim) => !chosen.includes(claim));
      await releaseClaims(inner, later, new Date(moment.getTime() + LIMITS.deliveryPollMs));
      const ready = chosen.map((claim) => ({
        ...claim,
        body: claim.body ?? deliveryBody(claim.event, claim.target, baseUrl),
      }));
      await keepBodies(
        inner,
        ready.filter(({ attempts }) => attempts === 0),
      );
      return ready;
    });
    for (const claim of claims) {
      const end = send(claim).finally(() => {
        tally.release(claim);
        running.delete(end);
      });
      running.add(end);
    }
    return claims.length;
  }

  async function send(claim: ClaimedDelivery & { readonly body: Buffer }): Promise<void> {
    try {
      const attempt = await deliver(claim, options);
      observe?.(attempt);
      finished.push(attempt);
      void write();
    } catch (error) {
      // The lease ends by itself; until then an operator may bring the key back.
      log.error({ err: error, deliveryId: claim.id }, 'A delivery could not be prepared');
    }
  }

  /** Writes what has finished; whatever finishes meanwhile is written next. */
  function write(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = null;
      wake();
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    while (finished.length > 0) {
      const batch = finished;
      finished = [];
      try {
        await inTransaction(sql, (inner) => recordAttempts(inner, batch));
      } catch (error) {
        log.warn({ err: error, attempts: batch.length }, 'Results of deliveries could not be written yet');
        // After the lease they are sent again anyway.
        if (stopping) return;
        finished.unshift(...batch.filter((attempt) => isLeased(attempt, now())));
        await pause(WRITE_PAUSE_MS);
      }
    }
  }

  async function settle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
    await write();
  }

  /** Waits for the time, or for something to happen. */
  async function pause(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const taken = await take().catch((error: unknown) => {
        log.warn({ err: error }, 'Due deliveries could not be looked for');
        return 0;
      });
      if (taken === 0 && !stopping) await pause(LIMITS.deliveryPollMs);
    }
  }

  return {
    async sendDue() {
      let total = 0;
      for (let taken = await take(); taken > 0; taken = await take()) {
        total += taken;
        await settle();
      }
      return total;
    },
    start() {
      const looping = loop();
      return async () => {
        stopping = true;
        wake();
        await looping;
        await settle();
      };
    },
  };
}

function isDisabled(claim: ClaimedDelivery): boolean {
  return claim.disabledReason !== null;
}

function isLeased({ startedAt }: FinishedAttempt, now: Date): boolean {
  return now.getTime() - startedAt.getTime() < LIMITS.deliveryLeaseMs;
}
