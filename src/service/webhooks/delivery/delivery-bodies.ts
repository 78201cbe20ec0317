/** Bodies of deliveries: the event in our own envelope, or a message that was made of it once and stored. */

import type { PlatformNaming } from '../../../analysis/model/platform.ts';
import type { EventRecord } from '../../../contract/event.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import { deliveryBody } from '../messages/body.ts';
import { plainEnvelope } from '../messages/envelope.ts';
import { namePlatform } from '../messages/event-platform.ts';
import type { QueuedDelivery } from './claims-store.ts';
import {
  findStoredBodies,
  type Recipient,
  type StoredBody,
  storeBodies,
  type WrittenEvent,
} from './contents-store.ts';

/** A delivery with what its body is made of. */
export interface Unwritten extends QueuedDelivery {
  readonly recipient: Recipient;
  readonly event: WrittenEvent;
}

interface BodyOptions {
  /** Prefix of links in chat messages. */
  readonly baseUrl: string;
  /** Names of platforms. Absent: neutral, as events are stored. */
  readonly platformNames?: PlatformNaming;
  readonly log: Logger;
}

/** The bodies by the ids of the deliveries. An event that cannot be written has none: it must not hold up all others. */
export async function bodiesOf(
  sql: Transaction,
  deliveries: readonly Unwritten[],
  options: BodyOptions,
): Promise<ReadonlyMap<string, Buffer>> {
  const bodies = new Map<string, Buffer>();
  const plainOf = rememberPlain(options.platformNames);
  const others: Unwritten[] = [];
  for (const delivery of deliveries) {
    const plain = delivery.recipient.target === 'generic' ? plainOf(delivery.event) : undefined;
    if (plain === undefined) others.push(delivery);
    else bodies.set(delivery.id, plain);
  }
  for (const { id, body } of await findStoredBodies(sql, others)) bodies.set(id, body);
  const made = others.flatMap((delivery) => (bodies.has(delivery.id) ? [] : madeBody(delivery, options)));
  await storeBodies(sql, made);
  for (const { id, body } of made) bodies.set(id, body);
  return bodies;
}

/** The same bytes serve every webhook of an event. */
function rememberPlain(naming: PlatformNaming | undefined): (event: WrittenEvent) => Buffer | undefined {
  const known = new Map<WrittenEvent, Buffer | undefined>();
  return (event) => {
    if (known.has(event)) return known.get(event);
    const made = plainEnvelope(event, namePlatform(event.data, naming));
    known.set(event, made);
    return made;
  };
}

function madeBody(
  { orgId, id, event, recipient }: Unwritten,
  { baseUrl, platformNames, log }: BodyOptions,
): StoredBody[] {
  try {
    const data: unknown = JSON.parse(namePlatform(event.data, platformNames));
    const read = { ...event, data } as EventRecord;
    return [{ orgId, id, body: deliveryBody(read, recipient.target, baseUrl) }];
  } catch (error) {
    log.error({ err: error, deliveryId: id }, 'A delivery could not be written, and is skipped');
    return [];
  }
}
