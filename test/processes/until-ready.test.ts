/** The wait of the banner for a service that is ready. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { untilReady } from '../../src/processes/supervisor/until-ready.ts';

/** Starts a gateway that gives these answers to `/readyz`, the last one from then on. Returns its port and its calls. */
async function listen(t: TestContext, host: string, statuses: readonly number[]) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url!);
    response.writeHead(statuses[calls.length - 1] ?? statuses.at(-1)!).end();
  }).listen(0, host);
  await once(server, 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, calls };
}

describe('the banner', () => {
  it('waits until the service answers that it is ready', async (t) => {
    const { port, calls } = await listen(t, '127.0.0.1', [503, 503, 200]);
    await untilReady('127.0.0.1', port);
    assert.deepEqual(calls, ['/readyz', '/readyz', '/readyz']);
  });

  it('calls a gateway on every interface at the address of this machine', async (t) => {
    const { port, calls } = await listen(t, '0.0.0.0', [503, 200]);
    await untilReady('0.0.0.0', port);
    assert.equal(calls.length, 2);
  });
});
