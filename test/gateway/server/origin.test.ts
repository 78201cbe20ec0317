/** Origin of a request, by the headers that proxies add and any client can forge. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { createOrigin } from '../../../gateway/core/client-address.ts';

const TOKEN = 't'.repeat(32);
const near = createOrigin({ trustedProxies: ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'], gatewayToken: TOKEN });
const far = createOrigin({ trustedProxies: ['10.0.0.0/8'], gatewayToken: TOKEN });
const untold = createOrigin({ trustedProxies: ['127.0.0.0/8'], gatewayToken: null });

const server = createServer((request, response) => {
  const all = { near: near(request), far: far(request), untold: untold(request) };
  response.end(JSON.stringify(all));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

async function originOf(forwarded: readonly string[]) {
  const { port } = server.address() as AddressInfo;
  const request = send({
    port,
    host: '127.0.0.1',
    agent: false,
    headers: { 'X-Forwarded-For': [...forwarded] },
  });
  request.end();
  const [response] = await once(request, 'response');
  const { near, far, untold } = JSON.parse((await response.toArray()).join(''));
  const nameIn = (entries: [string, string][]) => new Map(entries).get('x-flowarden-client');
  return { near: nameIn(near), far: nameIn(far), token: new Map(near).get('x-flowarden-gateway'), untold };
}

describe('the client is', () => {
  const table: readonly (readonly [fact: string, forwarded: readonly string[], client: string])[] = [
    ['the peer without the header', [], '127.0.0.1'],
    ['whom the proxy names', ['203.0.113.7'], '203.0.113.7'],
    ['the last that no trusted proxy has', ['198.51.100.9, 203.0.113.7, 10.1.2.3'], '203.0.113.7'],
    ['the same when the header comes twice', ['198.51.100.9', '203.0.113.7, 10.1.2.3'], '203.0.113.7'],
    ['named with a port', ['203.0.113.7:61234'], '203.0.113.7'],
    ['named in IPv6', ['2001:DB8::1'], '2001:db8::1'],
    ['named in IPv6 with a port', ['[2001:db8::1]:61234'], '2001:db8::1'],
    ['named in IPv6 though it is IPv4', ['::ffff:203.0.113.7'], '203.0.113.7'],
    ['behind a trusted proxy of IPv6', ['203.0.113.7, fd00::5'], '203.0.113.7'],
    ['the nearest proxy that names no client', ['203.0.113.7, unknown, 10.1.2.3'], '10.1.2.3'],
    ['the peer when the list is nonsense', ['<script>'], '127.0.0.1'],
    ['the farthest when all are trusted', ['10.9.9.9, 10.1.2.3'], '10.9.9.9'],
  ];
  for (const [fact, forwarded, client] of table) {
    it(fact, async () => {
      assert.equal((await originOf(forwarded)).near, client);
    });
  }
  it('the peer, despite the header, where the peer is no trusted proxy', async () => {
    assert.equal((await originOf(['203.0.113.7'])).far, '127.0.0.1');
  });
});

it('the core gets the origin only from a gateway that it trusts, with a token', async () => {
  const { token, untold } = await originOf([]);
  assert.equal(token, TOKEN);
  assert.deepEqual(untold, []);
});
