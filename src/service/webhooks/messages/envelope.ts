/** Body of a delivery in our own envelope, never larger than its limit. */

import type { EventRecord } from '../../../contract/event.ts';
import { truncate } from '../../../text/truncate.ts';
import { KIB } from '../../../units.ts';

/** Largest body of a delivery in our own envelope. */
export const WEBHOOK_BODY_BYTES_MAX = 24 * KIB;

/** Texts are cut to these numbers of characters, one after the other, until the body fits; members are few. */
const TEXT_CHARACTERS = [1_000, 400, 200, 100, 50, 20] as const;

/** JSON of the database, which puts blanks after colons and commas; ours has none. */
const OF_THE_DATABASE = /^\{"[^"]*": /;

/**
 * Builds the envelope around data that is JSON already; undefined when it is larger than a body may be. Data that the database
 * has written, for a reused file or before an upgrade, is written as our JSON: the same bytes in every version.
 */
export function plainEnvelope(
  { kind, orgId, occurredAt }: Omit<EventRecord, 'data' | 'chat'>,
  data: string,
): Buffer | undefined {
  const head = `{"event":"${kind}","orgId":"${orgId}","occurredAt":"${occurredAt.toISOString()}"`;
  const own = OF_THE_DATABASE.test(data) ? JSON.stringify(JSON.parse(data)) : data;
  const body = Buffer.from(`${head},"data":${own}}`);
  return body.length <= WEBHOOK_BODY_BYTES_MAX ? body : undefined;
}

/** The bytes that are signed and sent, the same ones for every attempt. */
export function envelopeBody(event: EventRecord): Buffer {
  const whole = plainEnvelope(event, JSON.stringify(event.data));
  if (whole !== undefined) return whole;
  for (const characters of TEXT_CHARACTERS) {
    const body = plainEnvelope(event, JSON.stringify(shortened(event.data, characters)));
    if (body !== undefined) return body;
  }
  throw new Error(`The event ${event.id} has too many members for a body`);
}

function shortened(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return truncate(value, characters);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => shortened(member, characters));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shortened(member, characters)]),
  );
}
