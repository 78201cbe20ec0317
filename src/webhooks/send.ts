/** One attempt of a delivery: a POST, its answer within limits, and what that means. Never throws for what a receiver does. */
import { performance } from 'node:perf_hooks';
import { type Dispatcher, request } from 'undici';
import { LIMITS } from '../limits.ts';
import type { EventKind } from '../model/event.ts';
import type { AttemptOutcome, WebhookTarget } from '../model/webhook.ts';
import { type AddressGuard, readWebhookUrl } from './address.ts';
import { type ConnectOptions, createReceiverAgent } from './connect.ts';
import { outcomeOfAnswer, outcomeOfError } from './outcome.ts';
import { retryAfterMs } from './schedule.ts';
import { signatureHeaders } from './sign.ts';

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

/** How an attempt ended. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  /** What went wrong, for the delivery log; null after an answer. */
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly answer: string;
  readonly retryAfterMs: number | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

export interface SenderOptions extends ConnectOptions {
  /** Stands in `User-Agent`. */
  readonly version: string;
  readonly attemptMsMax?: number;
  readonly now?: () => Date;
}

/** Sends deliveries, over connections that it keeps. */
export interface Sender {
  send(post: Post): Promise<AttemptResult>;
  close(): Promise<void>;
}

/** What was read of an answer. */
interface Answer {
  readonly statusCode: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

const ERROR_CHARACTERS_MAX = 500;

/** Makes a sender. */
export function createSender(options: SenderOptions): Sender {
  const { version, guard, attemptMsMax = LIMITS.webhookAttemptMsMax, now = () => new Date() } = options;
  const agent = createReceiverAgent(options);
  return {
    async send(post) {
      const startedAt = now();
      const begunMs = performance.now();
      const took = () => ({ startedAt, durationMs: Math.round(performance.now() - begunMs) });
      try {
        const answer = await exchange(post, { agent, guard, version, attemptMsMax, startedAt });
        return {
          outcome: outcomeOfAnswer(answer.statusCode, answer.text, post.target),
          statusCode: answer.statusCode,
          error: null,
          answer: answer.text,
          retryAfterMs: retryAfterMs(answer.retryAfter, now()),
          ...took(),
        };
      } catch (error) {
        return { ...failure(error), ...took() };
      }
    },
    close: () => agent.destroy(),
  };
}

interface Exchange {
  readonly agent: Dispatcher;
  readonly guard: AddressGuard;
  readonly version: string;
  readonly attemptMsMax: number;
  readonly startedAt: Date;
}

async function exchange(post: Post, options: Exchange): Promise<Answer> {
  // Literals never reach the look-up, and an operator may have narrowed the policy since the webhook was made.
  const url = readWebhookUrl(post.url, options.guard);
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new AttemptTimeout(options.attemptMsMax)),
    options.attemptMsMax,
  );
  try {
    const { statusCode, headers, body } = await request(url, {
      method: 'POST',
      dispatcher: options.agent,
      signal: controller.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
      headers: headersOf(post, options),
      body: post.body,
    });
    const retryAfter = headers['retry-after'];
    return {
      statusCode,
      text: await readBeginning(body),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    };
  } finally {
    clearTimeout(timer);
  }
}

function headersOf({ deliveryId, event, target, body, secret, nextSecret }: Post, options: Exchange) {
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Flowarden/${options.version}`,
    'X-Service-Event': event,
    'X-Service-Delivery': deliveryId,
    'X-Service-Target': target,
    ...signatureHeaders({ deliveryId, body, sentAt: options.startedAt, secret, nextSecret }),
  };
}

/** The beginning of a body as text. A body without end is left when enough of it has been read. */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= LIMITS.webhookAnswerBytesReadMax) break;
  }
  const kept = Buffer.concat(chunks).subarray(0, LIMITS.webhookAnswerBytesKeptMax);
  // A character that was cut in the middle is left out; everything else that is not UTF-8 is shown as such.
  return new TextDecoder().decode(kept, { stream: true });
}

class AttemptTimeout extends Error {
  readonly code = 'ATTEMPT_TIMEOUT';

  constructor(milliseconds: number) {
    super(`No complete answer within ${milliseconds / 1000} s`);
  }
}

function failure(error: unknown) {
  const { code, message } = describe(error);
  const refused = code === 'webhook_url_not_allowed' || code === 'invalid_webhook_url';
  return {
    outcome: refused ? ('address_not_allowed' as const) : outcomeOfError(code),
    statusCode: null,
    error: message.slice(0, ERROR_CHARACTERS_MAX),
    answer: '',
    retryAfterMs: null,
  };
}

/** Node reports several failed addresses as one error without a message of its own: the first one speaks for all. */
function describe(error: unknown): { readonly code: string; readonly message: string } {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return { code: '', message: String(first) };
  // A broken answer has no code in undici 8.12, only a name.
  const code = String('code' in first && first.code !== undefined ? first.code : first.name);
  return { code, message: first.message || code };
}
