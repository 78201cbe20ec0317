/** The body of a delivery in our own envelope: never larger than its limit, whatever stands in an event. */
import { LIMITS } from '../limits.ts';
import type { EventRecord } from '../model/event.ts';

/** Texts are cut to these numbers of characters, one after the other, until the body fits; members are few. */
const TEXT_CHARACTERS = [1_000, 400, 200, 100, 50, 20] as const;

/** The bytes that are signed and sent, the same ones for every attempt. */
export function envelopeBody(event: EventRecord): Buffer {
  const whole = Buffer.from(JSON.stringify(envelope(event, event.data)));
  if (whole.length <= LIMITS.webhookBodyBytesMax) return whole;
  for (const characters of TEXT_CHARACTERS) {
    const body = Buffer.from(JSON.stringify(envelope(event, shortened(event.data, characters))));
    if (body.length <= LIMITS.webhookBodyBytesMax) return body;
  }
  throw new Error(`The event ${event.id} has too many members for a body`);
}

function envelope({ kind, orgId, occurredAt }: EventRecord, data: unknown) {
  return { event: kind, orgId, occurredAt: occurredAt.toISOString(), data };
}

function shortened(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return cutText(value, characters);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => shortened(member, characters));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shortened(member, characters)]),
  );
}

/** The text, at most so long, never ending within a character. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text.toWellFormed();
  const cut = text.slice(0, characters - 1);
  const whole = /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
  return `${whole.toWellFormed()}…`;
}
