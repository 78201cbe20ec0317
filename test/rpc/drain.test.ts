/** Stop of the server: running calls finish or get an error, and idle connections delay nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ServiceError, status } from '@grpc/grpc-js';
import { RuleServiceService as Methods, type Rule } from '../../src/gen/flowarden/v1/rule.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { startRpcServer } from '../../src/rpc/server/server.ts';
import { createPlanGate } from '../../src/service/plans/plan-cache.ts';
import { NO_LIMITS } from '../../src/service/rate-limits/limiter.ts';
import { richError } from '../support/rich-error.ts';
import { actingService } from '../support/service/acting-service.ts';
import { connect, headersOf, testCore } from '../support/service/core.ts';
import { watchHealth } from '../support/service/health.ts';

const acting = actingService();
const core = await testCore();
const caller = await core.identity();

describe('a server that stops', () => {
  const start = () =>
    startRpcServer({
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
      callMsDefault: 10_000,
    });
  /** A call over its own connection that has reached its method. */
  const running = async (port: number) => {
    const client = connect(port);
    const entered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    acting.act = async () => {
      entered.resolve();
      await release.promise;
      return { title: 'finished' };
    };
    const { path, requestSerialize, responseDeserialize } = Methods.getRule;
    const answer = new Promise<{ rule?: Rule | undefined }>((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        { ruleId: 'x' },
        headersOf(caller),
        (error, response) => (error ? reject(error) : resolve(response!)),
      );
    });
    answer.catch(() => {});
    await entered.promise;
    return { client, answer, release: release.resolve };
  };

  it('lets a running call finish and takes no new connection', async () => {
    const server = await start();
    const { client, answer, release } = await running(server.port);
    const drained = server.drain(5_000);
    const late = connect(server.port);
    await assert.rejects(
      new Promise((resolve, reject) =>
        late.waitForReady(Date.now() + 200, (error) => (error ? reject(error) : resolve(undefined))),
      ),
    );
    late.close();
    release();
    assert.equal((await answer).rule?.title, 'finished');
    await drained;
    client.close();
  });
  it('ends a call that does not finish in time with `shutting_down`', async () => {
    const server = await start();
    const { client, answer } = await running(server.port);
    await server.drain(100);
    await assert.rejects(answer, (error: ServiceError) => {
      const rich = richError(error);
      assert.deepEqual(
        [rich.status, rich.reason, rich.retrySeconds],
        [status.UNAVAILABLE, 'SHUTTING_DOWN', 1],
      );
      return true;
    });
    client.close();
  });
  it('does not wait for those who watch its health', async () => {
    const server = await start();
    const { client, answer, release } = await running(server.port);
    const watch = watchHealth(client);
    assert.equal(await watch.next(), 'SERVING');
    release();
    await answer;
    const begunMs = Date.now();
    await server.drain(10_000);
    assert.ok(Date.now() - begunMs < 10_000);
    assert.equal(await watch.next(), 'NOT_SERVING');
    watch.cancel();
    client.close();
  });
});
