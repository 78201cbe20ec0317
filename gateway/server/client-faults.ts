/** Answers to bytes that never become a request: malformed ones, too long headers, timeouts. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '../../src/errors.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { docsUrlOf } from '../response/reply.ts';
import { securityHeaders } from './security-headers.ts';

/** An import would read all members of the module and so load an HTTP client, a tenth of the start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Request whose answer has not been sent completely. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Error codes of HTTP faults. After a failed TLS handshake or a reset, no client reads an answer. */
const IS_HTTP_FAULT = /^(?:HPE_|ERR_HTTP_)/;

/** Answers what the server cannot parse, after the answers to earlier requests, and ends the connection. */
export function answerClientFaults(server: Server, baseUrl: string): void {
  const running = new WeakMap<Duplex, Set<Exchange>>();
  const rejected = new WeakSet<Duplex>();
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const exchange = { request, response };
    const own = running.get(socket) ?? new Set();
    running.set(socket, own.add(exchange));
    response.once('close', () => own.delete(exchange));
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, begin);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Everything after the first fault is one, too.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    void reject(error, socket, [...(running.get(socket) ?? [])], baseUrl);
  });
}

async function reject(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  exchanges: readonly Exchange[],
  baseUrl: string,
): Promise<void> {
  const last = exchanges.at(-1);
  const broken = last?.request.complete === false ? last : undefined;
  // An answer that has begun must not be mixed with a second one.
  if (!IS_HTTP_FAULT.test(error.code ?? '') || !socket.writable || broken?.response.headersSent) {
    socket.destroy();
    return;
  }
  // Unread bytes would make the kernel reset the connection, and a reset can overtake the answer.
  socket.removeAllListeners('data').on('data', () => {});
  const before = exchanges.filter((exchange) => exchange !== broken);
  await Promise.all(
    before.map(({ response }) => new Promise<void>((resolve) => void response.once('close', resolve))),
  );
  socket.end(rejectionOf(error, baseUrl));
  setTimeout(() => socket.destroy(), GATEWAY_LIMITS.lingerMsMax).unref();
}

function rejectionOf(error: NodeJS.ErrnoException, baseUrl: string): string {
  const [code, message] = describe(error);
  const docsUrl = docsUrlOf(code, baseUrl);
  const body = JSON.stringify({ error: { code, message, docsUrl } });
  const status = ERRORS[code].http;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...securityHeaders(baseUrl).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${crypto.randomUUID()}`,
    `Link: <${docsUrl}>; rel="help"`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function describe({ code }: NodeJS.ErrnoException): readonly [ErrorCode, string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['upload_too_slow', 'The request arrived too slowly. Send it again.'];
    case 'HPE_INVALID_EOF_STATE':
      return ['upload_incomplete', 'The connection ended before the whole request had arrived.'];
    case 'HPE_HEADER_OVERFLOW':
      return ['invalid_request', 'The header lines of the request are too long.'];
    default:
      return ['invalid_request', 'This is not a valid HTTP/1.1 request.'];
  }
}
