/**
 * Serves `GET /metrics` on a port of its own, for the operator's network: there is no authentication but TLS's. `GET
 * /healthz` says that the process lives, also while the database is away.
 */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { LiveMaterial } from '../tls/live-material.ts';
import { renewCertificates, secureOptions } from '../tls/secure-server.ts';

/** Open listener. */
export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens the listener. `text` returns the metrics for Prometheus. Rejects when the port cannot be bound. */
export async function listenForMetrics(
  text: () => Promise<string>,
  host: string,
  port: number,
  tls: LiveMaterial | null = null,
): Promise<MetricsListener> {
  const answer: RequestListener = (request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(body),
      () => response.writeHead(500).end(),
    );
  };
  const server = tls === null ? createServer(answer) : secured(tls, answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function secured(tls: LiveMaterial, answer: RequestListener) {
  const server = createSecureServer(secureOptions(tls), answer);
  renewCertificates(server, tls);
  return server;
}
