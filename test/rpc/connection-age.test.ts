/** Connections have an age: cores behind one address, as that of a load balancer, share the calls of a client. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net';
import { after, describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { RuleServiceService as Methods } from '../../src/gen/flowarden/v1/rule.ts';
import { CORE_CHANNEL_OPTIONS, coreTarget } from '../../src/infra/core/core-channel.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { onHttp2Server } from '../../src/infra/patches/http2-server.ts';
import { sparePings } from '../../src/infra/patches/spare-pings.ts';
import { startRpcServer } from '../../src/rpc/server/server.ts';
import { createPlanGate } from '../../src/service/plans/plan-cache.ts';
import { NO_LIMITS } from '../../src/service/rate-limits/limiter.ts';
import { actingService } from '../support/service/acting-service.ts';
import { connect, headersOf, testCore } from '../support/service/core.ts';

const AGE_MS = 200;
/** Longer than a call takes on a machine that has much else to do. */
const PATIENCE_MS = 120_000;
/** Connections, half of them to each core. */
const CONNECTIONS = 10;
/** Connections to each core that must have carried calls: the last one may be too young. */
const USED_MIN = CONNECTIONS / 2 - 2;
/** Longer than the age: a call goes on over a connection that takes no more. */
const LONG_CALL_MS = 3 * AGE_MS;

const core = await testCore();
const caller = await core.identity();
const calls = [0, 0];
/** Numbers of connections that had been opened when calls arrived, by core. */
const arrivals = [new Set<number>(), new Set<number>()];
let connections = 0;

async function startServer(index: number): Promise<number> {
  const acting = actingService();
  acting.act = async () => {
    calls[index]! += 1;
    arrivals[index]!.add(connections);
    await sleep(calls[index]! % 10 === 0 ? LONG_CALL_MS : 1);
    return {};
  };
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    baseUrl: 'http://flowarden.test',
    authenticate: core.authenticate,
    plans: createPlanGate(core.database.app),
    idempotency: core.idempotency,
    limiter: NO_LIMITS,
    requireRoom() {},
    services: [acting.service],
    log: createLogger('silent', 'test'),
    callMsDefault: PATIENCE_MS,
    connectionAgeMsMax: AGE_MS,
  });
  after(() => server.drain(0));
  return server.port;
}

/** Passes each connection on to the next of the ports. */
async function startBalancer(ports: readonly number[]): Promise<number> {
  const balancer = createServer((socket) => {
    const upstream = connectTcp(ports[connections % ports.length]!, '127.0.0.1');
    connections += 1;
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => {});
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  after(() => balancer.close());
  return (balancer.address() as AddressInfo).port;
}

test('cores behind one address share the calls of a client, and no call is lost when a connection is replaced', async () => {
  const client = connect(await startBalancer(await Promise.all([startServer(0), startServer(1)])));
  const { path, requestSerialize, responseDeserialize } = Methods.getRule;
  const call = () =>
    new Promise<unknown>((resolve) => {
      const request = { ruleId: 'x' };
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        headersOf(caller),
        (error) => resolve(error),
      );
    });
  /** A call whose message comes late, as that of an upload. */
  const slowCall = () =>
    new Promise<unknown>((resolve) => {
      const stream = client.makeClientStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        headersOf(caller, { 'x-await-admission': '1' }),
        (error) => resolve(error),
      );
      setTimeout(() => stream.end({ ruleId: 'x' }), LONG_CALL_MS);
    });
  const errors: unknown[] = [];
  let rejected = 0;
  const callOften = async (_: unknown, index: number) => {
    while (connections < CONNECTIONS) {
      const error = await (index % 4 === 0 ? slowCall() : call());
      // Rejected before it ran: gRPC repeats such a call once, and on a busy machine its second connection has aged, too.
      if (/Stream refused/.test(String(error))) rejected += 1;
      else if (error !== null) errors.push(error);
    }
  };
  await Promise.all(Array.from({ length: 20 }, callOften));
  client.close();
  assert.deepEqual(errors, []);
  assert.ok(rejected <= (calls[0]! + calls[1]!) / 10, `${rejected} of ${calls.join(' + ')}`);
  const used = arrivals.map(({ size }) => size);
  for (const count of used) assert.ok(count >= USED_MIN, used.join(', '));
});

describe('a call outlives the age of its connection', () => {
  /** The error of a call whose message comes late; null when there is none. */
  async function errorOfLongCall(client: Client): Promise<unknown> {
    const { path, requestSerialize, responseDeserialize } = Methods.getRule;
    const error = await new Promise<unknown>((resolve) => {
      const stream = client.makeClientStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        headersOf(caller),
        resolve,
      );
      setTimeout(() => stream.end({ ruleId: 'x' }), LONG_CALL_MS);
    });
    client.close();
    return error;
  }
  const keepalive = { 'grpc.keepalive_time_ms': AGE_MS / 4, 'grpc.keepalive_timeout_ms': PATIENCE_MS };

  it('although its client sends keepalive pings', async () => {
    const target = coreTarget(`127.0.0.1:${await startServer(0)}`);
    const options = { ...CORE_CHANNEL_OPTIONS, ...keepalive };
    assert.equal(await errorOfLongCall(new Client(target, credentials.createInsecure(), options)), null);
  });

  it('although its server sends keepalive pings', async () => {
    const server = new Server({
      ...keepalive,
      'grpc.max_connection_age_ms': AGE_MS,
      'grpc.max_connection_age_grace_ms': 60_000,
    });
    onHttp2Server(server, (http2Server) => void http2Server.on('session', sparePings));
    server.addService(
      { getRule: Methods.getRule },
      {
        getRule: (_: unknown, done: (error: null, answer: object) => void) => done(null, {}),
      },
    );
    const port = await new Promise<number>((resolve) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, bound) => resolve(bound));
    });
    after(() => server.forceShutdown());
    assert.equal(await errorOfLongCall(connect(port)), null);
  });
});
