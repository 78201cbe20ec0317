/** Failures of the core or of the way to it, and the answers to the caller. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerUnaryCall } from '@grpc/grpc-js';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import { until } from '../../support/processes.ts';
import { call } from '../support/api.ts';
import { emptyResultMessage } from '../support/messages.ts';
import {
  CREDENTIALS,
  coreError,
  form,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

describe('an error of the core', () => {
  let core: TestCore;
  let gateway: TestGateway;
  let behaviour: (grpcCall: ServerUnaryCall<unknown, unknown>) => unknown;
  let calls = 0;
  before(async () => {
    core = await startCore({
      async validate(grpcCall) {
        calls += 1;
        await behaviour(grpcCall);
        return { validation: emptyResultMessage(), blocked: false };
      },
    });
    gateway = await startTestGateway({ corePort: core.port });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  afterEach(() => {
    calls = 0;
  });
  const validate = (signal?: AbortSignal) =>
    call(gateway, '/api/v1/validate', {
      method: 'POST',
      body: form(),
      headers: CREDENTIALS,
      ...(signal ? { signal } : {}),
    });
  const throwing = (error: unknown) => () => {
    throw error;
  };

  it('says when to try again', async () => {
    behaviour = throwing(coreError('RESOURCE_EXHAUSTED', 'RATE_LIMITED', 'Slow down.', 17));
    // The gateway repeats this rejection to its caller for a moment: the other tests call with another key.
    const { headers } = await call(gateway, '/api/v1/validate', {
      method: 'POST',
      body: form(),
      headers: { ...CREDENTIALS, Authorization: 'ApiKey fwd_live_another' },
    });
    assert.equal(headers.get('retry-after'), '17');
  });

  for (const [fact, error] of [
    ['internal', coreError('INTERNAL', 'INTERNAL_ERROR', 'select * from secrets')],
    ['without details', coreError('INTERNAL', null, 'stack trace with secrets')],
    ['with an unknown reason', coreError('INVALID_ARGUMENT', 'SOMETHING_NEW', 'secrets')],
    ['of a method it does not have', coreError('UNIMPLEMENTED', null, 'secrets')],
  ] as const) {
    it(`leaves as a fixed sentence when it is ${fact}`, async () => {
      behaviour = throwing(error);
      const { status, body, text, headers } = await validate();
      assert.equal(status, 500);
      assert.equal(body.error.code, 'internal_error');
      assert.doesNotMatch(text, /secrets/);
      assert.match(body.error.message, new RegExp(headers.get('x-request-id')!));
      assert.match(gateway.logLines.join(''), /unexpected error/);
    });
  }

  it('is 504 when the core says that the deadline passed', async () => {
    behaviour = throwing(coreError('DEADLINE_EXCEEDED', null));
    const { status, body } = await validate();
    assert.equal(status, 504);
    assert.equal(body.error.code, 'validation_timeout');
  });

  it('is 429 when the core has as many calls of this gateway as it takes', async () => {
    const message = 'Bandwidth exhausted or memory limit exceeded';
    behaviour = throwing(coreError('RESOURCE_EXHAUSTED', null, message));
    const { status, body, headers } = await validate();
    assert.deepEqual(
      [status, body.error.code, headers.get('retry-after')],
      [429, 'concurrency_limited', '1'],
    );
    behaviour = throwing(coreError('RESOURCE_EXHAUSTED', null, 'Received message larger than max (3 vs 2)'));
    const large = await validate();
    assert.deepEqual([large.status, large.body.error.code], [413, 'request_too_large']);
    const answer = `Received message larger than max (99999999 vs ${GATEWAY_LIMITS.coreAnswerBytesMax})`;
    behaviour = throwing(coreError('RESOURCE_EXHAUSTED', null, answer));
    assert.equal((await validate()).status, 500, 'the answer is too large, not the request');
  });

  it('is tried once more when the core was lost', async () => {
    behaviour = () => {
      if (calls === 1) throw coreError('UNAVAILABLE', null);
    };
    assert.equal((await validate()).status, 200);
    assert.equal(calls, 2);
  });

  it('is tried once more when the core is stopping', async () => {
    behaviour = () => {
      if (calls === 1) throw coreError('UNAVAILABLE', 'SHUTTING_DOWN');
    };
    assert.equal((await validate()).status, 200);
    assert.equal(calls, 2);
  });

  it('is not tried a third time', async () => {
    behaviour = throwing(coreError('UNAVAILABLE', null));
    const { status, body, headers } = await validate();
    assert.equal(status, 503);
    assert.equal(body.error.code, 'engine_unavailable');
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(calls, 2);
  });

  it('cancels the call when the caller goes away', async () => {
    const cancelled = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    behaviour = async (grpcCall) => {
      grpcCall.on('cancelled', () => cancelled.resolve());
      started.resolve();
      await cancelled.promise;
    };
    const leaving = new AbortController();
    const answer = validate(leaving.signal);
    await started.promise;
    leaving.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    await cancelled.promise;
    await sleep(50);
    assert.equal(calls, 1);
    assert.doesNotMatch(gateway.logLines.slice(-3).join(''), /unexpected error/);
  });
});

describe('a core that is away', () => {
  it('is waited for, and the upload is not lost', async () => {
    const first = await startCore();
    const gateway = await startTestGateway({ corePort: first.port });
    const validate = () =>
      call(gateway, '/api/v1/validate', { method: 'POST', body: form(), headers: CREDENTIALS });
    assert.equal((await validate()).status, 200);
    first.stop();
    const answer = validate();
    await until('the gateway has noticed', async () => (await fetch(`${gateway.url}/readyz`)).status === 503);
    const second = await startCore({}, first.port);
    assert.equal((await answer).status, 200);
    await gateway.stop();
    second.stop();
  });

  it('is 503 in the end', async () => {
    const gone = await startCore();
    gone.stop();
    const gateway = await startTestGateway({ corePort: gone.port });
    const { status, body } = await call(gateway, '/api/v1/rules', { headers: CREDENTIALS });
    assert.equal(status, 503);
    assert.equal(body.error.code, 'engine_unavailable');
    const ready = await call(gateway, '/readyz');
    assert.equal(ready.status, 503);
    assert.match(ready.body.error.message, /cannot be reached/);
    assert.equal(ready.body.parts.core.status, 'down');
    assert.equal(ready.body.parts.database.status, 'unknown');
    assert.equal((await call(gateway, '/healthz')).status, 200);
    await gateway.stop();
  });
});
