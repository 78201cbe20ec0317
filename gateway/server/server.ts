/** HTTP server of the application, with its limits of time and connections. */

import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { LiveMaterial } from '../../src/infra/tls/live-material.ts';
import { renewCertificates, secureOptions } from '../../src/infra/tls/secure-server.ts';
import { KIB } from '../../src/units.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { endStalledAnswers } from '../response/stalled-answers.ts';
import { answerClientFaults } from './client-faults.ts';
import { shareClientConnections } from './connection-share.ts';

/** Unread bytes of a body at which reading pauses. */
const BODY_WAITING_BYTES = 16 * KIB;

/** An import would read all members of the module and so load an HTTP client, a tenth of the start. */
const { createServer } = process.getBuiltinModule('node:http');

/** Limits of clients' connections. */
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

/** Creates the server with its limits. It neither listens nor answers yet. */
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
    highWaterMark: BODY_WAITING_BYTES,
    // Node would reject it without an error body; the application rejects it with one.
    requireHostHeader: false,
  };
  const server = tls === null ? createServer(options) : secured(options, tls);
  endStalledAnswers(server, limits);
  shareClientConnections(server, limits, trustedProxies);
  return server;
}

function secured(options: ServerOptions & { readonly headersTimeout: number }, tls: LiveMaterial): Server {
  // Loaded only when needed, for the same reason.
  const server = process.getBuiltinModule('node:https').createServer({
    ...options,
    ...secureOptions(tls),
    handshakeTimeout: options.headersTimeout,
  });
  renewCertificates(server, tls);
  return server;
}

/** Attaches the application to the server. */
export function serveApp(server: Server, app: RequestListener, baseUrl: string): void {
  server.on('request', app);
  // By default Node sends `100 Continue` before the headers are checked; `upload.ts` sends it later.
  server.on('checkContinue', app);
  // An unknown expectation may be ignored; Node would answer 417 without a body.
  server.on('checkExpectation', app);
  answerClientFaults(server, baseUrl);
}
