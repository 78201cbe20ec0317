/** Methods for other processes of the installation: who reaches them, and what happens while the core is away. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ServiceError, status } from '@grpc/grpc-js';
import { RuleServiceService } from '../../src/gen/flowarden/v1/rule.ts';
import { connectCore, isCoreLost } from '../../src/infra/core/core-client.ts';
import { peerTokens } from '../../src/infra/core/peer-token.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import { startRpcServer } from '../../src/rpc/server/server.ts';
import { definePeerService } from '../../src/rpc/server/service.ts';
import { createPlanGate } from '../../src/service/plans/plan-cache.ts';
import { NO_LIMITS } from '../../src/service/rate-limits/limiter.ts';
import { until } from '../support/processes.ts';
import { connect, testCore } from '../support/service/core.ts';
import { checkHealth } from '../support/service/health.ts';
import { SECRETS_KEY } from '../support/service/webhook.ts';

const { listPlatforms } = RuleServiceService;
let act = async (_signal: AbortSignal): Promise<void> => {};
const peers = definePeerService(
  { listPlatforms },
  {
    listPlatforms: {
      async handle(_, { signal }) {
        await act(signal);
        return { platforms: [] };
      },
    },
  },
);
const core = await testCore({ services: [peers] });
const address = `127.0.0.1:${core.server.port}`;
const owner = await core.identity();
const how = (timeMsMax = 10_000, signal = new AbortController().signal) => ({ timeMsMax, signal });

async function codeOf(call: Promise<unknown>): Promise<status> {
  return call.then(
    () => status.OK,
    (error: ServiceError) => error.code,
  );
}

describe('a method for peers', () => {
  const keys: readonly (readonly [fact: string, secretsKey: string, code: status])[] = [
    ['answers who holds the same key', SECRETS_KEY, status.OK],
    ['answers who holds the same key beside a newer one', `${'n'.repeat(32)}, ${SECRETS_KEY}`, status.OK],
    ['rejects a process with another key', 'o'.repeat(32), status.UNAUTHENTICATED],
  ];
  for (const [fact, secretsKey, code] of keys) {
    it(fact, async () => {
      const client = connectCore(address, secretsKey);
      assert.equal(await codeOf(client.call(listPlatforms, {}, how())), code);
      client.close();
    });
  }

  it('rejects the owner of an organisation, with its key and with a token made of another', async () => {
    for (const headers of [{}, { 'x-flowarden-peer': peerTokens('o'.repeat(32))[0]! }]) {
      const { reason } = await core.rejection(listPlatforms, {}, owner, { headers });
      assert.equal(reason, 'INVALID_CREDENTIALS');
    }
  });

  it('is in no list of services', async () => {
    const client = connect(core.server.port);
    await assert.rejects(checkHealth(client, 'flowarden.v1.RuleService'), { code: status.NOT_FOUND });
    client.close();
  });

  it('learns that its caller has gone', async () => {
    const entered = Promise.withResolvers<AbortSignal>();
    act = async (signal) => {
      entered.resolve(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const client = connectCore(address, SECRETS_KEY);
    const stopping = new AbortController();
    const call = codeOf(client.call(listPlatforms, {}, how(10_000, stopping.signal)));
    const { aborted } = await entered.promise;
    assert.equal(aborted, false);
    stopping.abort();
    assert.equal(await call, status.CANCELLED);
    const signal = await entered.promise;
    await until('the core has heard of it', () => signal.aborted);
    act = async () => {};
    client.close();
  });
});

describe('a core that is away', () => {
  it('is waited for, and no longer than is said', async () => {
    const port = await freePort('127.0.0.1', 0, '');
    const client = connectCore(`127.0.0.1:${port}`, SECRETS_KEY);
    assert.equal(await codeOf(client.call(listPlatforms, {}, how(300))), status.DEADLINE_EXCEEDED);
    const call = codeOf(client.call(listPlatforms, {}, how()));
    const server = await startRpcServer({
      host: '127.0.0.1',
      port,
      baseUrl: 'http://flowarden.test',
      authenticate: core.authenticate,
      plans: createPlanGate(core.database.app),
      idempotency: core.idempotency,
      limiter: NO_LIMITS,
      requireRoom() {},
      services: [peers],
      log: createLogger('silent', 'test'),
      callMsDefault: 10_000,
    });
    // It has no key, so it knows no peers; but it is there.
    assert.equal(await call, status.UNAUTHENTICATED);
    client.close();
    await server.drain(0);
  });

  it('is distinguished from a core that rejects', async () => {
    act = async () => Promise.reject(new Error('as it should'));
    const client = connectCore(address, SECRETS_KEY);
    await assert.rejects(client.call(listPlatforms, {}, how()), (error: unknown) => !isCoreLost(error));
    const entered = Promise.withResolvers<void>();
    act = () => {
      entered.resolve();
      return new Promise(() => {});
    };
    const call = client.call(listPlatforms, {}, how());
    await Promise.all([
      assert.rejects(call, (error: unknown) => isCoreLost(error)),
      entered.promise.then(() => core.server.drain(0)),
    ]);
    client.close();
  });
});
