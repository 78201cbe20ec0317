/** One attempt of a delivery: a POST, its answer within limits, and what that means. Never throws for what a receiver does. */

import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import type { EventKind } from '../../../contract/event.ts';
import type { AttemptOutcome, WebhookTarget } from '../../../contract/webhook.ts';
import { createTtlCache } from '../../../infra/async/ttl-cache.ts';
import type { AddressGuard } from '../../../infra/network/address-guard.ts';
import { retryAfterMs } from '../../../infra/network/retry-after.ts';
import { KIB } from '../../../units.ts';
import { readWebhookUrl } from '../allowed-addresses.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';
import { type ConnectOptions, createReceiverAgent } from './connect.ts';
import { type Destination, exchange, type ReceivedAnswer } from './exchange.ts';
import { outcomeOfAnswer, outcomeOfSendError } from './outcome.ts';
import { describeSendError } from './send-error.ts';
import { createSigner, type Signer } from './sign.ts';

/** Parsed addresses that a jobs process remembers. */
const WEBHOOK_ADDRESSES_REMEMBERED = 2_000;

/** Part of a receiver's answer that is stored in the delivery log. */
export const WEBHOOK_ANSWER_BYTES_STORED_MAX = 16 * KIB;

/** Everything that is needed for an attempt. */
export interface Post {
  readonly url: string;
  readonly deliveryId: string;
  readonly event: EventKind;
  readonly target: WebhookTarget;
  readonly body: Uint8Array;
  readonly secret: string;
  /** Not null while a rotation is under way. */
  readonly nextSecret: string | null;
}

/** Result of an attempt. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  /** Error for the delivery log; null after an answer. */
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly answer: string;
  readonly retryAfterMs: number | undefined;
  readonly startedAt: Date;
  readonly durationMs: number;
}

export interface SenderOptions extends ConnectOptions {
  /** Stands in `User-Agent`. */
  readonly version: string;
  readonly attemptMsMax?: number;
  readonly now?: () => Date;
}

/** Sender of deliveries, over connections that stay open. */
export interface Sender {
  send(post: Post): Promise<AttemptResult>;
  close(): Promise<void>;
}

const ERROR_CHARACTERS_MAX = 500;

/** Makes a sender. */
export function createSender(options: SenderOptions): Sender {
  const {
    version,
    guard,
    attemptMsMax = WEBHOOK_LIMITS.webhookAttemptMsMax,
    now = () => new Date(),
  } = options;
  const agent = createReceiverAgent(options);
  const sign = createSigner();
  const placeOf = rememberPlaces(guard);
  return {
    async send(post) {
      const startedAt = now();
      const begunMs = performance.now();
      const took = () => ({ startedAt, durationMs: Math.round(performance.now() - begunMs) });
      try {
        const deps = { agent, placeOf, sign, version, attemptMsMax, startedAt };
        const { statusCode, body, retryAfter } = await answerTo(post, deps);
        const answer = beginningOf(body);
        return {
          outcome: outcomeOfAnswer(statusCode, answer, post.target),
          statusCode,
          error: null,
          answer,
          retryAfterMs: retryAfterMs(retryAfter, now()),
          ...took(),
        };
      } catch (error) {
        return { ...failure(error), ...took() };
      }
    },
    close: () => agent.destroy(),
  };
}

interface PostOptions {
  readonly agent: Dispatcher;
  readonly placeOf: (url: string) => Destination;
  readonly sign: Signer;
  readonly version: string;
  readonly attemptMsMax: number;
  readonly startedAt: Date;
}

function answerTo(post: Post, options: PostOptions): Promise<ReceivedAnswer> {
  const { agent, placeOf, sign, version, startedAt, attemptMsMax } = options;
  const { deliveryId, event, target, body, secret, nextSecret } = post;
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `Flowarden/${version}`,
    'X-Service-Event': event,
    'X-Service-Delivery': deliveryId,
    'X-Service-Target': target,
    ...sign({ deliveryId, body, sentAt: startedAt, secret, nextSecret }),
  };
  // Literals never reach the look-up, and an operator may have narrowed the policy since the webhook was made.
  const place = placeOf(post.url);
  return exchange(agent, { place, headers, body, msMax: attemptMsMax });
}

/** Reads addresses as the guard of this process allows them, each once as long as it is remembered. */
function rememberPlaces(guard: AddressGuard): (url: string) => Destination {
  const cache = createTtlCache<Destination>({ entriesMax: WEBHOOK_ADDRESSES_REMEMBERED });
  return (text) =>
    cache.getOrCreate(text, () => {
      const url = readWebhookUrl(text, guard);
      return { origin: url.origin, path: url.pathname + url.search };
    });
}

/** The beginning of a body as text. */
function beginningOf(body: Buffer): string {
  if (body.length === 0) return '';
  // A character that was cut in the middle is left out; everything else that is not UTF-8 is shown as such.
  return new TextDecoder().decode(body.subarray(0, WEBHOOK_ANSWER_BYTES_STORED_MAX), {
    stream: true,
  });
}

function failure(error: unknown) {
  const { code, message } = describeSendError(error);
  const rejected = code === 'webhook_url_not_allowed' || code === 'invalid_webhook_url';
  return {
    outcome: rejected ? ('address_not_allowed' as const) : outcomeOfSendError(code),
    statusCode: null,
    error: message.slice(0, ERROR_CHARACTERS_MAX),
    answer: '',
    retryAfterMs: undefined,
  };
}
