/** Claims what is due, as much as the process may hold, in one transaction. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import type { Logger } from '../log.ts';
import type { Sql } from '../store/connections.ts';
import { inTransaction } from '../store/database.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DueDelivery,
  lockDueDeliveries,
  skipDeliveries,
} from '../store/delivery-claims.ts';
import { deliveryBody } from '../webhooks/body.ts';
import type { Tally } from './delivery-tally.ts';

/** Before every webhook in the order of their ids. */
export const FIRST_WEBHOOK_ID = '00000000-0000-0000-0000-000000000000';

export interface ClaimOptions {
  readonly tally: Tally;
  readonly now: Date;
  /** This process, as its heartbeat names it. */
  readonly holder: string;
  /** What links in chat messages start with. */
  readonly baseUrl: string;
  readonly afterWebhookId: string;
  readonly log: Logger;
}

export interface DueClaims {
  /** Counted in the tally. */
  readonly claims: readonly ClaimedDelivery[];
  /** Behind which webhook the next look goes on, so that each webhook has its turn. */
  readonly nextAfterWebhookId: string;
  /** Whether nothing else is due that may be held now. */
  readonly isAll: boolean;
}

/** Claims them. Those of disabled webhooks are put aside. */
export async function claimDue(sql: Sql, options: ClaimOptions): Promise<DueClaims> {
  const { tally, now, holder, afterWebhookId } = options;
  const countMax = tally.free();
  const lease = randomUUID();
  const leaseUntil = new Date(now.getTime() + LIMITS.deliveryLeaseMs);
  const claims: ClaimedDelivery[] = [];
  try {
    return await inTransaction(sql, async (inner) => {
      const due = await lockDueDeliveries(inner, {
        now,
        afterWebhookId,
        countMax,
        perWebhookMax: tally.perWebhookMax(),
        busyWebhookIds: tally.busyWebhookIds(),
      });
      const skipped: DueDelivery[] = [];
      for (const delivery of due) {
        const body = delivery.disabledReason === null ? bodyOf(delivery, options) : null;
        if (body === null) skipped.push(delivery);
        else if (tally.admit(delivery)) claims.push({ ...delivery, lease, leaseUntil, body });
      }
      await skipDeliveries(inner, skipped, now);
      await claimDeliveries(inner, { lease, leaseUntil, holder }, claims);
      const isEnd = due.length < countMax;
      return {
        claims,
        nextAfterWebhookId: isEnd ? FIRST_WEBHOOK_ID : due.at(-1)!.webhookId,
        isAll: isEnd && afterWebhookId === FIRST_WEBHOOK_ID,
      };
    });
  } catch (error) {
    for (const claim of claims) tally.release(claim);
    throw error;
  }
}

/** Null for an event that cannot be written: it must not hold up all others. */
function bodyOf({ id, body, event, target }: DueDelivery, { baseUrl, log }: ClaimOptions): Buffer | null {
  try {
    return body ?? deliveryBody(event, target, baseUrl);
  } catch (error) {
    log.error({ err: error, deliveryId: id }, 'A delivery could not be written, and is skipped');
    return null;
  }
}
