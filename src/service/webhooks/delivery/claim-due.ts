/** Claims what is due, as much as the process may hold, in one transaction. */
import { randomUUID } from 'node:crypto';
import type { PlatformNaming } from '../../../analysis/model/platform.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';
import {
  claimDeliveries,
  dequeueUnsent,
  lockDueDeliveries,
  makeDue,
  type QueuedDelivery,
} from './claims-store.ts';
import { findEvents, findRecipients } from './contents-store.ts';
import type { Outgoing } from './deliver.ts';
import { bodiesOf } from './delivery-bodies.ts';
import type { DeliveryTally } from './delivery-tally.ts';

/** Before every lane in their order. */
export const FIRST_LANE = '00000000-0000-0000-0000-000000000000';

export interface ClaimOptions {
  readonly tally: DeliveryTally;
  readonly now: Date;
  /** This process, as its heartbeat names it. */
  readonly holder: string;
  /** Prefix of links in chat messages. */
  readonly baseUrl: string;
  /** Names of platforms in what is sent. Absent: neutral. */
  readonly platformNames?: PlatformNaming;
  readonly afterLane: string;
  readonly log: Logger;
}

export interface DueClaims {
  /** Counted in the tally. */
  readonly claims: readonly Outgoing[];
  /** Lane behind which the next claim continues, so that each has its turn. */
  readonly nextAfterLane: string;
  /** True if nothing else is due that may be held now. */
  readonly isAll: boolean;
}

/** Claims due deliveries, and removes unsendable ones from the queue. */
export async function claimDue(sql: Sql, options: ClaimOptions): Promise<DueClaims> {
  const { tally, now, afterLane } = options;
  const countMax = tally.free();
  const claims: Outgoing[] = [];
  try {
    return await inTransaction(sql, async (inner) => {
      const [, due] = await Promise.all([
        makeDue(inner, now),
        lockDueDeliveries(inner, {
          now,
          afterLane,
          countMax,
          perLaneMax: tally.perLaneMax(),
          heldByLane: tally.countsByLane(),
          busyOrgIds: tally.busyOrgIds(),
        }),
      ]);
      if (due.length > 0) await claimLocked(inner, due, options, claims);
      const isEnd = due.length < countMax;
      return {
        claims,
        nextAfterLane: isEnd ? FIRST_LANE : due.at(-1)!.lane,
        isAll: isEnd && afterLane === FIRST_LANE,
      };
    });
  } catch (error) {
    for (const claim of claims) tally.release(claim);
    throw error;
  }
}

/** Adds the sendable deliveries to the claims. */
async function claimLocked(
  sql: Transaction,
  due: readonly QueuedDelivery[],
  options: ClaimOptions,
  claims: Outgoing[],
): Promise<void> {
  const { tally, now, holder } = options;
  const [recipients, events] = await Promise.all([findRecipients(sql, due), findEvents(sql, due)]);
  const recipientById = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  const eventById = new Map(events.map((event) => [event.id, event]));
  const claim = {
    lease: randomUUID(),
    leasedUntil: new Date(now.getTime() + WEBHOOK_LIMITS.deliveryLeaseMs),
    holder,
  };
  const hostOf = rememberHosts();
  const abandoned: QueuedDelivery[] = [];
  const skipped: QueuedDelivery[] = [];
  const wanted: Omit<Outgoing, 'body'>[] = [];
  for (const delivery of due) {
    const recipient = recipientById.get(delivery.webhookId);
    const event = eventById.get(delivery.eventId);
    if (recipient === undefined) abandoned.push(delivery);
    else if (recipient.disabledReason !== null || event === undefined) skipped.push(delivery);
    else {
      const url = delivery.url ?? recipient.url;
      wanted.push({ ...delivery, ...claim, recipient, event, url, host: hostOf(url) });
    }
  }
  const bodies = await bodiesOf(sql, wanted, options);
  for (const delivery of wanted) {
    const body = bodies.get(delivery.id);
    if (body === undefined) skipped.push(delivery);
    else if (tally.admit(delivery)) claims.push({ ...delivery, body });
  }
  // An event that was being written while its webhook was deleted has left a delivery without one.
  await dequeueUnsent(sql, abandoned, 'canceled', now);
  await dequeueUnsent(sql, skipped, 'skipped', now);
  await claimDeliveries(sql, claim, claims);
}

/** Most deliveries of a look go to few addresses. */
function rememberHosts(): (url: string) => string {
  const known = new Map<string, string>();
  return (url) => {
    const host = known.get(url) ?? URL.parse(url)?.host ?? '';
    known.set(url, host);
    return host;
  };
}
