/** Serves `GET /metrics` on a port of its own, for the network of the operator: there is no authentication. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An open listener. */
export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens it. `text` gives what Prometheus reads. Rejects when the port cannot be had. */
export async function listenForMetrics(
  text: () => Promise<string>,
  host: string,
  port: number,
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(body),
      () => response.writeHead(500).end(),
    );
  });
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
