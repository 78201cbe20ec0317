/** Connections that cancel their calls: a stranger's is ended, a gateway's carries on, as it serves many callers. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { test } from 'node:test';
import { RuleServiceService as Methods } from '../../src/gen/flowarden/v1/rule.ts';
import { RPC_RESETS_BURST_MAX } from '../../src/rpc/server/connections.ts';
import { testCore } from '../support/service/core.ts';
import { GATEWAY_TOKEN } from '../support/service/gateway-token.ts';

const core = await testCore();

const head = {
  ':method': 'POST',
  ':path': Methods.listRules.path,
  'content-type': 'application/grpc',
  te: 'trailers',
};

/** More than a connection may cancel, also on a slow machine, as some come back meanwhile. */
const CALLS = 3 * RPC_RESETS_BURST_MAX;

/** Begins calls and cancels each at once, until the connection is closed. */
async function cancelMany(session: ClientHttp2Session, headers: Readonly<Record<string, string>>) {
  for (let index = 0; index < CALLS; index += 1) {
    const stream = session.request({ ...head, ...headers }).on('error', () => {});
    stream.close(constants.NGHTTP2_CANCEL);
    // A connection carries 4,000 at once, and one that has ended carries none.
    if (index % 100 === 99) await once(stream, 'close').catch(() => {});
    if (session.destroyed) return;
  }
}

async function openSession(): Promise<ClientHttp2Session> {
  const session = connect(`http://127.0.0.1:${core.server.port}`).on('error', () => {});
  await once(session, 'connect');
  return session;
}

/** Calls the health service, and returns whether an answer comes. */
async function answers(session: ClientHttp2Session): Promise<boolean> {
  if (session.closed) return false;
  const stream = session.request({ ...head, ':path': '/grpc.health.v1.Health/Check' });
  stream.end(Buffer.alloc(5)).resume();
  const answered = await Promise.race([
    once(stream, 'response').then(() => true),
    once(stream, 'close').then(() => false),
  ]).catch(() => false);
  stream.close();
  return answered;
}

test('the connection of a gateway carries on, however many calls it cancels', async () => {
  const session = await openSession();
  await cancelMany(session, { 'x-flowarden-gateway': GATEWAY_TOKEN });
  assert.equal(await answers(session), true);
  session.destroy();
});

for (const [whose, headers] of Object.entries({
  'of a stranger': {},
  'with a wrong token of a gateway': { 'x-flowarden-gateway': 'x'.repeat(GATEWAY_TOKEN.length) },
})) {
  test(`a connection ${whose} is ended when it cancels too many calls`, async () => {
    const session = await openSession();
    await cancelMany(session, headers);
    assert.equal(await answers(session), false);
    session.destroy();
  });
}
