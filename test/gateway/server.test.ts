/** What the HTTP server allows its clients, whatever they send or fail to send. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_LIMITS } from '../../gateway/limits.ts';
import { securityHeaders } from '../../gateway/security-headers.ts';
import { type ConnectionLimits, createHttpServer, serveApp } from '../../gateway/server.ts';
import { outcome, rawRequest } from './support.ts';

async function listen(t: TestContext, limits: Partial<ConnectionLimits>): Promise<number> {
  const server = createHttpServer({ ...GATEWAY_LIMITS, connectionCheckMs: 50, ...limits });
  serveApp(server, (_request, response) => response.end('served'), 'http://localhost');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
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

  it('that keeps its connection without using it is let go', async (t) => {
    const port = await listen(t, { keepAliveMsMax: 100 });
    const { text, milliseconds } = await rawRequest(port, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    });
    assert.match(text, /served/);
    assert.ok(milliseconds < 5_000, `${milliseconds} ms`);
  });

  it('beyond the number that may be connected is closed at once, and may come when another has gone', async (t) => {
    const port = await listen(t, { connectionsMax: 2 });
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    // A connection counts when the server has taken it.
    await sleep(50);
    const ask = () =>
      rawRequest(
        port,
        (socket) => void socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      );
    assert.equal((await ask()).text, '');
    held[0]!.destroy();
    await sleep(50);
    assert.match((await ask()).text, /served/);
    held[1]!.destroy();
  });
});

it('browsers are held to https only where that is how we are reached', () => {
  const names = (baseUrl: string) => securityHeaders(baseUrl).map(([name]) => name);
  assert.ok(names('https://flowarden.example').includes('Strict-Transport-Security'));
  assert.ok(!names('http://flowarden.example').includes('Strict-Transport-Security'));
});
