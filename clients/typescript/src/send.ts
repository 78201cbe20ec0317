/** Sends requests: retries with backoff what may be repeated, and turns answers into values or errors. */
import { errorIn, errorOf, FlowardenError, FlowardenUnreachable } from './errors.ts';

/** One request, ready to be sent more than once. */
export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** True if a second attempt has no second effect. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Options of sending. */
export interface SendOptions {
  readonly fetch: typeof fetch;
  /** Attempts after the first one. */
  readonly retries: number;
  /** Milliseconds for one attempt, its answer included. */
  readonly timeoutMs: number;
  /** Ends every attempt and every pause when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer that is no error. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined without a body. */
  readonly value: unknown;
}

/** Statuses after which a later attempt may succeed. */
const RETRIED: readonly number[] = [408, 429, 500, 502, 503, 504];
/** Attempts after the first one, unless the caller sets another number. */
export const RETRIES_DEFAULT = 3;
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 30_000;
/** Largest answer that is read: several times the largest of the service. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Sends a request. A 422 that carries a result is an answer: the file was judged and is blocked.
 * @throws FlowardenError, FlowardenUnreachable; the reason of the signal when it is aborted
 */
export async function send(given: Outgoing, options: SendOptions): Promise<Answer> {
  const outgoing = { ...given, signal: eitherOf(given.signal, options.signal) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(outgoing, options);
    } catch (error) {
      outgoing.signal?.throwIfAborted();
      if (attempt >= options.retries || !mayRetry(error, outgoing)) throw error;
      await pause(pauseMs(error, attempt), outgoing.signal);
    }
  }
}

async function sendOnce(
  { method, url, headers, body, signal }: Outgoing,
  options: SendOptions,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await options.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: eitherOf(signal, timeout)!,
    });
    text = await textOf(response);
  } catch (cause) {
    throw new FlowardenUnreachable(`${url.origin} did not answer.`, { cause });
  }
  const isResult = response.ok || (response.status === 422 && errorIn(text) === null);
  if (!isResult) throw errorOf(response, text);
  return { status: response.status, headers: response.headers, value: jsonOf(response, text) };
}

/** Returns a signal that is aborted with the first of these. */
function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Reads a body. @throws Error when it is larger than any answer of the service */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`The answer has more than ${ANSWER_BYTES_MAX} bytes.`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function jsonOf(response: Response, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw errorOf(response, text);
  }
}

function mayRetry(error: unknown, { isRepeatable }: Outgoing): boolean {
  if (error instanceof FlowardenUnreachable) return isRepeatable;
  // A rejection for load has had no effect, for any operation.
  if (error instanceof FlowardenError)
    return error.status === 429 || (isRepeatable && RETRIED.includes(error.status));
  return false;
}

/** Returns the pause before the next attempt: the wait that the service requests, else exponential with jitter. */
function pauseMs(error: unknown, attempt: number): number {
  const seconds = error instanceof FlowardenError ? error.retryAfterSeconds : null;
  const backoff = BACKOFF_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  return Math.min(seconds === null ? backoff : seconds * 1000, BACKOFF_MS_MAX);
}

/** Waits. @throws the reason of the signal */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal?.reason);
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
