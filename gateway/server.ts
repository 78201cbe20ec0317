/** The HTTP server round the application: its time limits, and answers to what never becomes a request. */
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '../src/errors.ts';
import type { LiveMaterial } from '../src/tls/live-material.ts';
import { keepSecured, secureOptions } from '../src/tls/secure-server.ts';
import { GATEWAY_LIMITS } from './limits.ts';
import { docsUrlOf } from './reply.ts';
import { securityHeaders } from './security-headers.ts';

/** Imported as a module it would read all its members and so load an HTTP client, a tenth of the start. */
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

/** What the server allows its clients. */
export type ConnectionLimits = Readonly<
  Record<'headersMsMax' | 'requestMsMax' | 'keepAliveMsMax' | 'connectionCheckMs' | 'connectionsMax', number>
>;

/** Makes the server with its limits. It neither listens nor answers yet. */
export function createHttpServer(
  limits: ConnectionLimits = GATEWAY_LIMITS,
  tls: LiveMaterial | null = null,
): Server {
  const options = {
    headersTimeout: limits.headersMsMax,
    requestTimeout: limits.requestMsMax,
    keepAliveTimeout: limits.keepAliveMsMax,
    connectionsCheckingInterval: limits.connectionCheckMs,
    noDelay: true,
    highWaterMark: GATEWAY_LIMITS.bodyWaitingBytes,
    // Node would refuse it without the body that each of our errors has; the application does.
    requireHostHeader: false,
  };
  const server = tls === null ? createServer(options) : secured(options, tls);
  server.maxConnections = limits.connectionsMax;
  return server;
}

function secured(options: ServerOptions, tls: LiveMaterial): Server {
  // Loaded by those who need it, for the same reason.
  const server = process.getBuiltinModule('node:https').createServer({ ...options, ...secureOptions(tls) });
  keepSecured(server, tls);
  return server;
}

/** Lets the application answer. */
export function serveApp(server: Server, app: RequestListener, baseUrl: string): void {
  server.on('request', app);
  // By default Node tells the sender to go on before anybody has looked at the headers; `upload.ts` does it later.
  server.on('checkContinue', app);
  // An expectation that nobody knows may be ignored; Node would answer 417 without a body.
  server.on('checkExpectation', app);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerClientError(error, socket, baseUrl);
  });
}

/** Whoever fails to agree on keys, or resets the connection, reads no answer. */
const IS_HTTP_FAULT = /^(?:HPE_|ERR_HTTP_)/;

function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, baseUrl: string): void {
  // A response that has begun on this connection must not get a second one mixed in.
  const begun = ((socket as Socket).bytesWritten ?? 0) > 0;
  if (!IS_HTTP_FAULT.test(error.code ?? '') || !socket.writable || begun) {
    socket.destroy();
    return;
  }
  const [code, message] = describe(error);
  const docsUrl = docsUrlOf(code, baseUrl);
  const body = JSON.stringify({ error: { code, message, docsUrl } });
  const status = ERRORS[code].http;
  socket.end(
    [
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
    ].join('\r\n'),
  );
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
