/** A receiver of webhooks on this machine that behaves as a test says. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** What it got. */
export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Receiver {
  readonly port: number;
  /** Everything that it got so far. */
  readonly posts: readonly ReceivedPost[];
  /** What it answers from now on. */
  behave(behaviour: RequestListener): void;
}

/** Starts one; it ends after the file's last test. With `tls` it speaks https. */
export async function startReceiver(
  behaviour: RequestListener,
  tls?: { readonly key: string; readonly cert: string },
): Promise<Receiver> {
  const posts: ReceivedPost[] = [];
  let current = behaviour;
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      current(request, response);
    });
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    port: (server.address() as AddressInfo).port,
    posts,
    behave(next) {
      current = next;
    },
  };
}
