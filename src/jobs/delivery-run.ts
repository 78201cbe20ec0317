/**
 * The sending of what is due, as long as the process lives: claims deliveries, sends them at once as far as its limits
 * go, writes the results in batches. What it holds when it dies is sent by another process as soon as that death is
 * noticed, after the lease at the latest, with the same delivery id.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../limits.ts';
import { inTransaction } from '../store/database.ts';
import { type ClaimedDelivery, releaseDeliveriesOf } from '../store/delivery-claims.ts';
import type { FinishedAttempt } from '../store/delivery-results.ts';
import { type AttemptWriterOptions, createAttemptWriter } from './attempt-writer.ts';
import { type ClaimOptions, claimDue, FIRST_WEBHOOK_ID } from './claim-due.ts';
import { type DeliverTools, deliver } from './deliver.ts';
import { createTally } from './delivery-tally.ts';

export interface DeliveryRunOptions
  extends DeliverTools,
    Pick<AttemptWriterOptions, 'sql' | 'log'>,
    Pick<ClaimOptions, 'holder' | 'baseUrl'> {
  readonly stopMsMax?: number;
  /** Told of every attempt. */
  observe?(attempt: FinishedAttempt): void;
}

export interface DeliveryRun {
  /** Sends what is due now, and resolves when the results are written. Returns how many were sent. */
  sendDue(): Promise<number>;
  /** Sends what becomes due, until it is stopped. Stopping lets running attempts end, and gives back those that last. */
  start(): () => Promise<void>;
}

/** Makes a run; it does nothing yet. */
export function createDeliveryRun(options: DeliveryRunOptions): DeliveryRun {
  const { sql, log, now, holder, stopMsMax = LIMITS.deliveryStopMsMax, observe } = options;
  const tally = createTally();
  const running = new Set<Promise<void>>();
  let stopping = false;
  let wake = () => {};
  let afterWebhookId = FIRST_WEBHOOK_ID;
  let taken = 0;
  const writer = createAttemptWriter({ ...options, isStopping: () => stopping, onWritten: () => wake() });

  /** Takes what is due and may be sent; sends it without waiting for the ends. Returns whether there may be more. */
  async function take(): Promise<boolean> {
    if (tally.free() === 0) return false;
    const begunBehind = afterWebhookId;
    const found = await claimDue(sql, { ...options, tally, now: now(), afterWebhookId });
    afterWebhookId = found.nextAfterWebhookId;
    taken += found.claims.length;
    for (const claim of found.claims) {
      const end = send(claim).finally(() => {
        tally.release(claim);
        running.delete(end);
      });
      running.add(end);
    }
    return found.claims.length > 0 || begunBehind !== FIRST_WEBHOOK_ID;
  }

  async function send(claim: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await deliver(claim, options);
      observe?.(attempt);
      writer.add(attempt);
    } catch (error) {
      // The lease ends by itself; until then an operator may bring the key back.
      log.error({ err: error, deliveryId: claim.id }, 'A delivery could not be prepared');
    }
  }

  async function settle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
    await writer.drain();
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
      const more = await take().catch((error: unknown) => {
        log.warn({ err: error }, 'Due deliveries could not be looked for');
        return false;
      });
      if (!more && !stopping) await pause(LIMITS.deliveryPollMs);
    }
  }

  async function stop(looping: Promise<void>): Promise<void> {
    stopping = true;
    wake();
    await looping;
    await Promise.race([settle(), sleep(stopMsMax, null, { ref: false })]);
    if (running.size === 0) return;
    const released = await inTransaction(sql, (inner) => releaseDeliveriesOf(inner, [holder], now()));
    log.info({ released }, 'Deliveries that last are left to the next process');
  }

  return {
    async sendDue() {
      const before = taken;
      while (await take()) await settle();
      await settle();
      return taken - before;
    },
    start() {
      const looping = loop();
      return () => stop(looping);
    },
  };
}
