/** One request to a platform, and its answer within limits of time and size. */
import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { formatNumber } from '../../text/format.ts';
import { REMOTE_LIMITS } from '../limits.ts';
import type { ByteSink } from '../remote.ts';
import { RemoteError } from '../remote-error.ts';

/** Request. Only tokens are requested by POST; everything else is read by GET. */
export interface PlatformRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Form of a request for a token; absent: GET. */
  readonly form?: URLSearchParams;
}

/** Sends it. Resolves with the beginning of the answer; redirects are not followed. */
export function sendRequest(
  agent: Agent,
  { url, headers, form }: PlatformRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const body = form?.toString();
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
  const request = send(url, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'User-Agent': 'Flowarden',
      ...headers,
      ...(body !== undefined && {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(Buffer.byteLength(body)),
      }),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(REMOTE_LIMITS.requestMsMax)]),
    timeout: REMOTE_LIMITS.silenceMsMax,
  });
  request.on('timeout', () => request.destroy(silent()));
  // Also after the answer has begun: its reader gets the error too.
  request.on('error', reject);
  request.once('response', resolve);
  request.end(body);
  return promise;
}

function silent(): Error {
  const seconds = REMOTE_LIMITS.silenceMsMax / 1000;
  return Object.assign(new Error(`The connection was silent for ${seconds} s`), { code: 'ETIMEDOUT' });
}

/** Reads the body. @throws RemoteError `too_large`, `incomplete` */
export async function readAnswer(answer: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await readInto(answer, bytesMax, {
    start: async () => {},
    write: async (chunk) => void chunks.push(chunk),
  });
  return Buffer.concat(chunks);
}

/** Writes the body into the sink. Resolves with its size. @throws RemoteError `too_large`, `incomplete` */
export async function readInto(answer: IncomingMessage, bytesMax: number, sink: ByteSink): Promise<number> {
  const said = answer.headers['content-length'];
  const tooLarge = () =>
    new RemoteError(
      'too_large',
      `The answer of the platform is larger than the limit of ${formatNumber(bytesMax)} bytes.`,
    );
  try {
    if (answer.headers['content-encoding'] !== undefined)
      throw new RemoteError(
        'invalid_answer',
        'The platform compresses its answer although no caller accepts that.',
      );
    if (said !== undefined && Number(said) > bytesMax) throw tooLarge();
    await sink.start();
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw tooLarge();
      await sink.write(chunk);
    }
    if (!answer.complete || (said !== undefined && Number(said) !== bytes))
      throw new RemoteError('incomplete', 'The answer of the platform is shorter than it says.');
    return bytes;
  } finally {
    answer.destroy();
  }
}
