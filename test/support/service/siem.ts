/** Receivers of audit events on this machine: HTTPS as Splunk, Elastic and others take them, and syslog over TLS. */
import type { IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { after } from 'node:test';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { makeCertificate } from '../certificates.ts';

const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
const server = makeCertificate({ name: 'siem', issuer: authority, hosts: ['127.0.0.1', 'localhost'] });

/** Certificate in PEM of the authority that has signed those of the receivers. */
export const AUTHORITY: string = authority.cert;

/** Certificate of a client that the receivers know. */
export const CLIENT: { readonly cert: string; readonly key: string } = makeCertificate({
  name: 'flowarden',
  issuer: authority,
});

/** Request that a receiver got. */
export interface SiemRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answer to a request; null: the connection is cut. */
export interface SiemAnswer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a receiver over HTTPS; it ends after the file's last test. */
export async function startHttpSiem(
  answer: (request: SiemRequest) => SiemAnswer | null | Promise<SiemAnswer | null>,
): Promise<{ readonly url: string; readonly requests: readonly SiemRequest[] }> {
  const requests: SiemRequest[] = [];
  const listener = createHttpsServer({ cert: server.cert, key: server.key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const got = { path: request.url ?? '', headers: request.headers, body };
      requests.push(got);
      const given = await answer(got);
      if (given === null) request.socket.destroy();
      else response.writeHead(given.status, given.headers).end(given.body);
    });
  });
  const port = await listen(listener);
  after(() => listener.closeAllConnections());
  return { url: `https://127.0.0.1:${port}`, requests };
}

/**
 * Elastic's `_bulk` endpoint: keeps what it has stored by id.
 * @param reject returns the status for an id that it does not take
 * @param slow is awaited between storing and the answer
 */
export async function startElastic(
  reject: (id: string) => number | null = () => null,
  slow: () => Promise<unknown> = async () => {},
) {
  const stored = new Map<string, Readonly<Record<string, unknown>>>();
  const order: string[] = [];
  const siem = await startHttpSiem(async ({ body }) => {
    const lines = body.trimEnd().split('\n');
    const items = [];
    for (let line = 0; line < lines.length; line += 2) {
      const { create } = JSON.parse(lines[line]!) as { create: { _id: string } };
      const id = create._id;
      const status = reject(id) ?? (stored.has(id) ? 409 : 201);
      items.push({ create: { status, ...(status >= 400 && { error: { reason: `rejected ${id}` } }) } });
      if (status !== 201) continue;
      stored.set(id, JSON.parse(lines[line + 1]!));
      order.push(id);
    }
    await slow();
    return {
      status: 200,
      body: JSON.stringify({ errors: items.some(({ create }) => create.status >= 400), items }),
    };
  });
  return { ...siem, stored, order };
}

/** Starts a receiver of syslog over TLS, which reads frames as RFC 5425 has them. `cuts`: it resets each connection. `hurries`: it ends each at once. */
export async function startSyslog(
  options: Pick<TlsOptions, 'requestCert' | 'rejectUnauthorized'> & {
    readonly cuts?: boolean;
    readonly hurries?: boolean;
  } = {},
): Promise<{ readonly url: string; readonly messages: readonly string[] }> {
  const messages: string[] = [];
  const { cuts = false, hurries = false, ...tls } = options;
  const listener = createTlsServer(
    { cert: server.cert, key: server.key, ca: authority.cert, ...tls },
    (socket) => {
      let left = Buffer.alloc(0);
      socket.on('error', () => {});
      if (hurries) return void socket.end();
      socket.on('data', (chunk: Buffer) => {
        left = Buffer.concat([left, chunk]);
        for (;;) {
          const space = left.indexOf(' ');
          const length = Number(left.subarray(0, Math.max(space, 0)).toString('latin1') || Number.NaN);
          if (space < 1 || Number.isNaN(length) || left.length < space + 1 + length) return;
          messages.push(left.subarray(space + 1, space + 1 + length).toString('utf8'));
          left = left.subarray(space + 1 + length);
        }
      });
    },
  );
  listener.on('tlsClientError', () => {});
  // As a receiver that dies: what it has not read is lost.
  if (cuts) listener.on('connection', (raw: Socket) => raw.resetAndDestroy());
  return { url: `tls://127.0.0.1:${await listen(listener)}`, messages };
}

async function listen(listener: Server): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  after(() => void listener.close());
  return (listener.address() as AddressInfo).port;
}
