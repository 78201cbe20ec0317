/** The HTTP server round the application, with its limits of time and connections. */
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { LiveMaterial } from '../../src/infra/tls/live-material.ts';
import { renewCertificates, secureOptions } from '../../src/infra/tls/secure-server.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { endStalledAnswers } from '../response/stalled-answers.ts';
import { answerClientFaults } from './client-faults.ts';
import { shareConnections } from './connection-share.ts';

/** Imported as a module it would read all its members and so load an HTTP client, a tenth of the start. */
const { createServer } = process.getBuiltinModule('node:http');

/** What the server allows its clients. */
export type ConnectionLimits = Readonly<
  Record<
    | 'headersMsMax'
    | 'requestMsMax'
    | 'keepAliveMsMax'
    | 'connectionCheckMs'
    | 'connectionsMax'
    | 'connectionsAddressMax'
    | 'answerStallMsMax',
    number
  >
>;

/** Makes the server with its limits. It neither listens nor answers yet. */
export function createHttpServer(
  limits: ConnectionLimits = GATEWAY_LIMITS,
  tls: LiveMaterial | null = null,
  trustedProxies: readonly string[] = [],
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
  endStalledAnswers(server, limits);
  shareConnections(server, limits.connectionsAddressMax, trustedProxies);
  return server;
}

function secured(options: ServerOptions & { readonly headersTimeout: number }, tls: LiveMaterial): Server {
  // Loaded by those who need it, for the same reason.
  const server = process.getBuiltinModule('node:https').createServer({
    ...options,
    ...secureOptions(tls),
    handshakeTimeout: options.headersTimeout,
  });
  renewCertificates(server, tls);
  return server;
}

/** Lets the application answer. */
export function serveApp(server: Server, app: RequestListener, baseUrl: string): void {
  server.on('request', app);
  // By default Node tells the sender to go on before anybody has looked at the headers; `upload.ts` does it later.
  server.on('checkContinue', app);
  // An expectation that nobody knows may be ignored; Node would answer 417 without a body.
  server.on('checkExpectation', app);
  answerClientFaults(server, baseUrl);
}
