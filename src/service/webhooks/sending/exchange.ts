/** One request, mostly a POST, and the beginning of its answer. By undici's own events: a stream for each short answer costs more than all else. */

import type { Dispatcher } from 'undici';
import { KIB } from '../../../units.ts';

/** Part of a receiver's answer that is read. */
const WEBHOOK_ANSWER_BYTES_READ_MAX = 64 * KIB;

/** An address as a connection takes it. */
export interface Destination {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly path: string;
}

/** Methods of requests. */
export type ExchangeMethod = 'GET' | 'POST' | 'PUT' | 'PATCH';

export interface ExchangeOptions {
  /** Default: POST. */
  readonly method?: ExchangeMethod;
  readonly place: Destination;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: there is none. */
  readonly body: Uint8Array | null;
  /** From the look-up of the name to the end of the answer. */
  readonly msMax: number;
  /** Part of the answer that is read, in bytes. */
  readonly answerBytesMax?: number;
}

/** Part of an answer that was read. */
export interface ReceivedAnswer {
  readonly statusCode: number;
  readonly body: Buffer;
  readonly retryAfter: string | undefined;
  readonly contentType: string | undefined;
}

/** Sends it. Rejects when no complete answer comes in time; a body without end is left when enough of it has been read. */
export async function exchange(
  dispatcher: Dispatcher,
  {
    method = 'POST',
    place,
    headers,
    body,
    msMax,
    answerBytesMax = WEBHOOK_ANSWER_BYTES_READ_MAX,
  }: ExchangeOptions,
): Promise<ReceivedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedAnswer>();
  const answer = {
    statusCode: 0,
    retryAfter: undefined as string | undefined,
    contentType: undefined as string | undefined,
    chunks: [] as Buffer[],
    bytes: 0,
  };
  const finish = () => resolve({ ...answer, body: Buffer.concat(answer.chunks) });
  let late: AttemptTimeout | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  const timer = setTimeout(() => {
    late = new AttemptTimeout(msMax);
    reject(late);
    controller?.abort(late);
  }, msMax);
  try {
    dispatcher.dispatch(
      {
        ...place,
        method,
        headers: headers as Record<string, string>,
        body,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(started) {
          controller = started;
          // It may have waited for a connection for all its time.
          if (late !== null) started.abort(late);
        },
        onResponseStart(_, statusCode, { 'retry-after': retryAfter, 'content-type': contentType }) {
          answer.statusCode = statusCode;
          answer.retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
          answer.contentType = typeof contentType === 'string' ? contentType : undefined;
        },
        onResponseData(started, chunk) {
          answer.chunks.push(chunk);
          answer.bytes += chunk.length;
          if (answer.bytes < answerBytesMax) return;
          finish();
          started.abort(new EnoughRead());
        },
        onResponseEnd: finish,
        onResponseError: (_, error) => reject(error),
      },
    );
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

class AttemptTimeout extends Error {
  readonly code = 'ATTEMPT_TIMEOUT';

  constructor(milliseconds: number) {
    super(`No complete answer within ${milliseconds / 1000} s`);
  }
}

/** Aborts a response that exceeds the read limit. */
class EnoughRead extends Error {}
