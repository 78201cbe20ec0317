/** Limits of the HTTP server for its clients, whichever bytes they send or fail to send. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import { securityHeaders } from '../../../gateway/server/security-headers.ts';
import { type ConnectionLimits, createHttpServer, serveApp } from '../../../gateway/server/server.ts';
import { until } from '../../support/processes.ts';
import { outcome, rawRequest } from '../support/support.ts';

async function listen(
  t: TestContext,
  limits: Partial<ConnectionLimits>,
  answerMs = 0,
  trustedProxies: readonly string[] = [],
): Promise<number> {
  const all = { ...GATEWAY_LIMITS, connectionCheckMs: 50, ...limits };
  const server = createHttpServer(all, null, trustedProxies);
  serveApp(
    server,
    (request, response) => {
      if (request.url === '/hold') response.flushHeaders();
      else setTimeout(() => response.end('served'), answerMs);
    },
    'http://localhost',
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Opens connections, one after the other, each with a request. They count once the server has answered on them. */
async function openConnections(
  path: string,
  port: number,
  count: number,
  localAddress: string,
): Promise<readonly Socket[]> {
  const opened: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await once(socket, 'data');
    opened.push(socket);
  }
  return opened;
}

/** Opens connections that are idle after a request. */
const holdConnections = (port: number, count: number, localAddress = '127.0.0.1') =>
  openConnections('/', port, count, localAddress);

/** Opens connections whose requests go on. */
const holdRequests = (port: number, count: number) => openConnections('/hold', port, count, '127.0.0.1');

/** Sends a request from an address of this machine; returns the answer, empty if there is none. */
async function requestFrom(localAddress: string, port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.on('data', (chunk) => (text += chunk)).on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  return text;
}

/** Sends a byte now and then, and never the end of the header lines. */
async function drip(socket: ReturnType<typeof connect>): Promise<void> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  while (!socket.destroyed && !socket.readableEnded) {
    socket.write('x');
    await sleep(40);
  }
}

describe('a client', () => {
  it('that never ends its header lines is answered and let go', async (t) => {
    const port = await listen(t, { headersMsMax: 300 });
    const { text, milliseconds } = await rawRequest(port, (socket) => void drip(socket));
    assert.deepEqual(outcome(text), [400, 'upload_too_slow']);
    assert.match(text, /\r\nConnection: close\r\n/);
    assert.ok(milliseconds < 5_000, `${milliseconds} ms`);
  });

  it('that says nothing at all is let go too', async (t) => {
    const port = await listen(t, { headersMsMax: 300 });
    const { milliseconds } = await rawRequest(port, () => {});
    assert.ok(milliseconds < 5_000, `${milliseconds} ms`);
  });

  it('that leaves its connection unused is disconnected', async (t) => {
    const port = await listen(t, { keepAliveMsMax: 100 });
    const { text, milliseconds } = await rawRequest(port, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    });
    assert.match(text, /served/);
    assert.ok(milliseconds < 5_000, `${milliseconds} ms`);
  });

  it('that leaves its side open after the rejection is disconnected', async (t) => {
    const port = await listen(t, { headersMsMax: 300 });
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'end');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // Our side stays open, and writes now and then: only a reset shows that the other has gone.
    const writing = setInterval(() => socket.write('x'), 100);
    await closed;
    clearInterval(writing);
  });

  it('that sends garbage after a request reads the answer and then the rejection', async (t) => {
    const port = await listen(t, {}, 100);
    const { text, reset } = await rawRequest(port, (socket) => {
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n\r\nEHLO a\r\n\r\n${'x'.repeat(100_000)}`);
    });
    assert.match(text, /served[\s\S]*HTTP\/1\.1 400 Bad Request\r\n/);
    assert.equal(reset, false);
  });

  it('that sends header lines that are too long gets an error that says so, also after an earlier answer', async (t) => {
    const port = await listen(t, {});
    const { text, reset } = await rawRequest(port, async (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(socket, 'data');
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`);
    });
    assert.match(text, /served[\s\S]*"message":"The header lines of the request are too long\."/);
    assert.equal(reset, false);
  });

  it('has a share of the connections, and others have theirs', async (t) => {
    const port = await listen(t, { connectionsMax: 10, connectionsAddressMax: 2 });
    const held = await holdRequests(port, 2);
    assert.equal(await requestFrom('127.0.0.1', port), '');
    assert.match(await requestFrom('127.0.0.2', port), /served/);
    held[0]!.destroy();
    await until('its share is free', async () => /served/.test(await requestFrom('127.0.0.1', port)));
    held[1]!.destroy();
  });

  it('makes room for itself with the connection that it has left idle longest', async (t) => {
    const port = await listen(t, { connectionsMax: 10, connectionsAddressMax: 2 });
    const [first, second] = await holdConnections(port, 2);
    assert.match(await requestFrom('127.0.0.1', port), /served/);
    await until('the first is closed', () => first!.destroyed);
    assert.equal(second!.destroyed, false);
    second!.destroy();
  });

  it('takes no room of others by connections that it leaves idle', async (t) => {
    const port = await listen(t, { connectionsMax: 6, connectionsAddressMax: 3 });
    const held = [...(await holdConnections(port, 3)), ...(await holdConnections(port, 3, '127.0.0.2'))];
    for (const address of ['127.0.0.3', '127.0.0.4', '127.0.0.5'])
      assert.match(await requestFrom(address, port), /served/);
    for (const socket of held) socket.destroy();
  });

  it('that is a trusted proxy has no share', async (t) => {
    const port = await listen(t, { connectionsAddressMax: 0 }, 0, ['127.0.0.0/8']);
    const { text } = await rawRequest(
      port,
      (socket) => void socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    assert.match(text, /served/);
  });

  it('beyond the number that may be in use is closed at once, and may come when another has gone', async (t) => {
    const port = await listen(t, { connectionsMax: 2 });
    const held = await holdRequests(port, 2);
    assert.equal(await requestFrom('127.0.0.2', port), '');
    held[0]!.destroy();
    await until('its place is free', async () => /served/.test(await requestFrom('127.0.0.2', port)));
    held[1]!.destroy();
  });
});

it('browsers are held to https only where that is how we are reached', () => {
  const names = (baseUrl: string) => securityHeaders(baseUrl).map(([name]) => name);
  assert.ok(names('https://flowarden.example').includes('Strict-Transport-Security'));
  assert.ok(!names('http://flowarden.example').includes('Strict-Transport-Security'));
});
