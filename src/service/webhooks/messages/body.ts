/** Body of a delivery, by target. */
import type { EventRecord } from '../../../contract/event.ts';
import type { WebhookTarget } from '../../../contract/webhook.ts';
import { chatABody } from './chat-a.ts';
import { chatBBody } from './chat-b.ts';
import { chatCBody } from './chat-c.ts';
import { envelopeBody } from './envelope.ts';
import { chatMessage } from './message.ts';

const BODIES = {
  generic: (event: EventRecord) => envelopeBody(event),
  'chat-a': (event: EventRecord, baseUrl: string) => chatABody(chatMessage(event, baseUrl)),
  'chat-b': (event: EventRecord, baseUrl: string) => chatBBody(chatMessage(event, baseUrl)),
  'chat-c': (event: EventRecord, baseUrl: string) => chatCBody(chatMessage(event, baseUrl)),
} as const satisfies Readonly<Record<WebhookTarget, (event: EventRecord, baseUrl: string) => Buffer>>;

/** Builds the bytes of a delivery: made once, stored, and sent unchanged with every attempt. */
export function deliveryBody(event: EventRecord, target: WebhookTarget, baseUrl: string): Buffer {
  return BODIES[target](event, baseUrl);
}
