/** Limits of gRPC connections: silent ones end, one address leaves room for others, gateways have no share. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { createLogger } from '../../src/infra/logging/log.ts';
import { limitConnections, type RpcConnectionLimits } from '../../src/rpc/server/connections.ts';
import { until } from '../support/processes.ts';

const TOKEN = 't'.repeat(32);

/** Starts a server that answers health checks. */
async function listen(t: TestContext, limits: Partial<RpcConnectionLimits>): Promise<number> {
  const server = new Server();
  const log = createLogger('silent', 'test');
  const close = limitConnections(server, { isGateway: (value) => value === TOKEN, log, limits });
  new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  t.after(() => {
    server.forceShutdown();
    close();
  });
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );
}

/** Opens connections that say nothing. They count once the server has sent its settings. */
async function openSilent(
  port: number,
  count: number,
  localAddress = '127.0.0.1',
): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  return sockets;
}

/** Watches the health of the server, a call that goes on; returns its connection, or null if it is closed. */
async function watchFrom(
  localAddress: string,
  port: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<ClientHttp2Session | null> {
  const createConnection = () => connect({ port, host: '127.0.0.1', localAddress });
  const session = connectHttp2(`http://127.0.0.1:${port}`, { createConnection }).on('error', () => {});
  const stream = session.request({
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Watch',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  stream.on('error', () => {}).end(Buffer.alloc(5));
  const isAnswered = await Promise.race([
    once(stream, 'data').then(() => true),
    once(session, 'close').then(() => false),
  ]).catch(() => false);
  return isAnswered ? session : null;
}

test('connections without a call are closed after a time, also before their handshake', async (t) => {
  const port = await listen(t, { rpcIdleMsMax: 200 });
  const watching = await watchFrom('127.0.0.1', port);
  const sockets = await openSilent(port, 20);
  await until('they are closed', () => sockets.every(({ destroyed }) => destroyed));
  assert.equal(watching!.closed, false);
  watching!.destroy();
});

test('one address has a share of the connections, and others have theirs', async (t) => {
  const port = await listen(t, { rpcConnectionsMax: 10, rpcConnectionsAddressMax: 2 });
  const held = [await watchFrom('127.0.0.1', port), await watchFrom('127.0.0.1', port)];
  assert.equal(await watchFrom('127.0.0.1', port), null);
  const other = await watchFrom('127.0.0.2', port);
  assert.notEqual(other, null);
  for (const session of [...held, other]) session!.destroy();
});

test('silent connections of several addresses make room for a call', async (t) => {
  const port = await listen(t, { rpcConnectionsMax: 6, rpcConnectionsAddressMax: 4 });
  const silent = [...(await openSilent(port, 4)), ...(await openSilent(port, 2, '127.0.0.2'))];
  const watching = await watchFrom('127.0.0.3', port);
  assert.notEqual(watching, null);
  await until('one of them is closed', () => silent.some(({ destroyed }) => destroyed));
  watching!.destroy();
  for (const socket of silent) socket.destroy();
});

test('connections of a gateway that proves its token count for no address', async (t) => {
  const port = await listen(t, { rpcConnectionsAddressMax: 2 });
  const sessions: (ClientHttp2Session | null)[] = [];
  for (let index = 0; index < 5; index += 1)
    sessions.push(await watchFrom('127.0.0.1', port, { 'x-flowarden-gateway': TOKEN }));
  assert.ok(sessions.every((session) => session !== null));
  for (const session of sessions) session!.destroy();
});
