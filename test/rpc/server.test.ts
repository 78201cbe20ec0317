/** Behaviour of every call, of any method: admission, deadlines, cancellation and errors. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceError, status } from '@grpc/grpc-js';
import { pino } from 'pino';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { AppError } from '../../src/errors.ts';
import { RuleServiceService as Methods } from '../../src/gen/flowarden/v1/rule.ts';
import { ACCESS_RECHECK_AGE_MS_MAX } from '../../src/rpc/interceptors/admission-steps.ts';
import { ACCESS_RECHECK_MS, watchAccess } from '../../src/rpc/interceptors/lost-access.ts';
import { RPC_MESSAGE_SLACK_BYTES } from '../../src/rpc/server/server.ts';
import type { CallContext } from '../../src/rpc/server/service.ts';
import { ORGANISATION_LIMITS } from '../../src/service/organisations/limits.ts';
import { actingService } from '../support/service/acting-service.ts';
import { type Identity, testCore } from '../support/service/core.ts';

const acting = actingService();
const logged: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
const core = await testCore({ services: [acting.service], log, callMsDefault: 150 });
const caller = await core.identity();
const get = (extra?: Parameters<typeof core.call>[3]) =>
  core.call(Methods.getRule, { ruleId: 'x' }, caller, extra);
const failing = (error: unknown) => {
  acting.act = async () => {
    throw error;
  };
  return core.rejection(Methods.getRule, { ruleId: 'x' }, caller);
};
/** Makes the method wait for its signal, and resolves with the reason of the abort. */
const waitForAbort = () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  acting.act = async ({ signal }) => {
    signal.addEventListener('abort', () => resolve(signal.reason));
    begun.resolve();
    await promise;
    throw new Error('stopped');
  };
  return { aborted: promise, begun: begun.promise };
};

describe('a call', () => {
  it('knows its caller, request id and deadline', async () => {
    const seen = Promise.withResolvers<CallContext>();
    acting.act = async (context) => {
      seen.resolve(context);
      return {};
    };
    const deadline = Date.now() + 5_000;
    await get({ options: { deadline }, headers: { 'x-request-id': 'abc-1' } });
    const context = await seen.promise;
    assert.equal(context.caller.orgId, caller.orgId);
    assert.equal(context.requestId, 'abc-1');
    assert.ok(Math.abs(context.deadline.getTime() - deadline) < 1_000);
  });
  it('ends at the deadline of its caller and stops its method', async () => {
    const { aborted } = waitForAbort();
    // Late enough for the call to begin, however busy the machine is.
    const deadline = Date.now() + 1_000;
    await assert.rejects(get({ options: { deadline } }), { code: status.DEADLINE_EXCEEDED });
    assert.ok((await aborted) instanceof Error);
  });
  it('ends at the default time when its caller names none', async () => {
    const { aborted } = waitForAbort();
    const error = await core.rejection(Methods.getRule, { ruleId: 'x' }, caller);
    assert.deepEqual([error.status, error.reason], [status.DEADLINE_EXCEEDED, 'VALIDATION_TIMEOUT']);
    assert.ok((await aborted) instanceof AppError);
  });
  it('stops its method when the caller cancels', async () => {
    const { aborted, begun } = waitForAbort();
    await assert.rejects(get({ cancelWhen: () => begun }), { code: status.CANCELLED });
    assert.match(String(await aborted), /caller has gone/);
  });
  it('may have a deadline further away than a timer reaches', async () => {
    acting.act = async () => ({ title: 'done' });
    const { rule } = await get({ options: { deadline: Date.now() + 20 * 86_400_000 } });
    assert.equal(rule?.title, 'done');
  });
  it('needs one of the scopes of its method', async () => {
    const reader = await core.identity(['analysis:read']);
    assert.deepEqual(await core.call(Methods.listRules, {}, reader), { rules: [] });
    const writer = await core.identity(['analysis:write']);
    const error = await core.rejection(Methods.listRules, {}, writer);
    assert.deepEqual([error.reason, error.metadata.scope], ['INSUFFICIENT_SCOPE', 'org:admin']);
  });
  it('is rejected from its headers alone: its message is not read', async () => {
    acting.messagesRead = 0;
    const error = await core.rejection(Methods.getRule, { ruleId: 'x'.repeat(8_000_000) }, null);
    assert.equal(error.reason, 'AUTHENTICATION_REQUIRED');
    assert.equal(acting.messagesRead, 0);
  });
});

describe('an error', () => {
  it('that is unexpected is logged whole and leaves as a fixed sentence', async () => {
    logged.length = 0;
    const error = await failing(new Error('the moon is at postgres://user:hush@db'));
    assert.deepEqual([error.status, error.reason], [status.INTERNAL, 'INTERNAL_ERROR']);
    assert.match(error.message, /^Something broke on our side/);
    assert.ok(!JSON.stringify(error).includes('moon'));
    const line = logged.find((text) => text.includes('the moon is at'));
    assert.ok(line?.includes(error.requestId!));
    assert.ok(line?.includes('server.test.ts'), 'the stack is logged');
  });
  it('that is no Error at all leaves the same way', async () => {
    assert.equal((await failing('just text')).reason, 'INTERNAL_ERROR');
    assert.equal((await failing(undefined)).reason, 'INTERNAL_ERROR');
  });
  it('of our own carries code, message, details, field and help', async () => {
    const error = await failing(
      new AppError('invalid_field', 'label is odd.', { field: 'label', limit: '3' }),
    );
    assert.equal(error.status, status.INVALID_ARGUMENT);
    assert.equal(error.message, 'label is odd.');
    assert.deepEqual(error.metadata, { field: 'label', limit: '3' });
    assert.deepEqual(error.fields, ['label']);
    assert.equal(error.helpUrl, 'http://flowarden.test/docs/errors#invalid_field');
    assert.equal(error.retrySeconds, undefined);
  });
  it('of 429 and 503 says when to try again', async () => {
    const limited = await failing(new AppError('rate_limited', 'Slow down.', { retryAfterSeconds: '7' }));
    assert.deepEqual([limited.status, limited.retrySeconds], [status.RESOURCE_EXHAUSTED, 7]);
    const gone = await failing(new AppError('database_unavailable', 'Gone.'));
    assert.deepEqual([gone.status, gone.retrySeconds], [status.UNAVAILABLE, 1]);
  });
  it('whose message has half a character or a line break arrives in one line', async () => {
    assert.equal((await failing(new AppError('not_found', 'a\ud800b'))).message, 'a\uFFFDb');
    assert.equal((await failing(new AppError('not_found', 'a\nb "%41" é'))).message, 'a\\u000ab "%41" é');
  });
  it('whose message is too long for trailers is cut, and the connection stays', async () => {
    for (const sign of ['x', 'é', '😀']) {
      const { message } = await failing(
        new AppError('invalid_field', sign.repeat(1_000_000), { field: 'label' }),
      );
      assert.ok(message.endsWith(`${sign}…`), message.slice(-3));
      assert.ok(Buffer.byteLength(message) <= 1_024);
    }
  });
  it('whose details are too long for trailers is cut there too', async () => {
    const known = Array.from({ length: 100 }, (_, i) => `${i}-${'ü'.repeat(100)}`).join(', ');
    const { metadata } = await failing(new AppError('unknown_environment', 'Not known.', { known }));
    const shown = metadata.known ?? '';
    assert.ok(shown.endsWith('…') && known.startsWith(shown.slice(0, -1)), shown.slice(-3));
    assert.ok(Buffer.byteLength(shown) <= 512);
  });
  it("of a message that is no protobuf is the caller's", async () => {
    const broken = { ...Methods.getRule, requestSerialize: () => Buffer.from([0x0a, 0xff]) };
    const error = await core.rejection(broken, { ruleId: '' }, caller);
    assert.deepEqual([error.status, error.reason], [status.INVALID_ARGUMENT, 'INVALID_REQUEST']);
  });
  it('of a message over the limit of the transport says the limit', async () => {
    const over = CONTRACT_LIMITS.fileBytesAsyncMax + RPC_MESSAGE_SLACK_BYTES + 1;
    const huge = { ...Methods.getRule, requestSerialize: () => Buffer.alloc(over) };
    await assert.rejects(core.call(huge, { ruleId: '' }, caller), (error: ServiceError) => {
      assert.equal(error.code, status.RESOURCE_EXHAUSTED);
      assert.match(error.details, new RegExp(`larger than max \\(${over} vs `));
      return true;
    });
  });
});

describe('metadata over a plain connection', () => {
  /** Sends the header lines as they are, and returns the code and the text of the answer. */
  async function send(lines: readonly (readonly [string, string])[]) {
    // Node's own client would not send a header twice.
    const options: object = { strictSingleValueFields: false };
    const session = connectHttp2(`http://127.0.0.1:${core.server.port}`, options);
    const head = [
      [':method', 'POST'],
      [':path', Methods.getRule.path],
      ['te', 'trailers'],
      ['content-type', 'application/grpc'],
      ['x-org-id', caller.orgId],
      ...lines,
    ];
    const stream = session.request(head.flat() as never);
    stream.end(Buffer.alloc(5));
    const answer = Promise.withResolvers<Record<string, unknown>>();
    stream.on('response', (headers) => headers['grpc-status'] !== undefined && answer.resolve(headers));
    stream.on('trailers', answer.resolve);
    stream.on('error', answer.reject);
    stream.resume();
    const { 'grpc-status': code, 'grpc-message': text } = await answer.promise;
    session.close();
    return { code: Number(code), text: decodeURIComponent(String(text)) };
  }
  const good = `ApiKey ${caller.key}`;

  it('with one credential is admitted', async () => {
    acting.act = async () => ({});
    assert.equal((await send([['authorization', good]])).code, status.OK);
  });
  for (const [fact, values] of [
    ['the same credential twice', [good, good]],
    ['two keys', [good, 'ApiKey k']],
    ['a key and a token', ['Bearer a.b.c', good]],
    ['two values in one', [`${good}, Bearer a.b.c`]],
  ] as const) {
    it(`with ${fact} is rejected`, async () => {
      const { code, text } = await send(values.map((value) => ['authorization', value]));
      assert.equal(code, status.INVALID_ARGUMENT);
      assert.match(text, /more than one Authorization value/);
      assert.ok(!text.includes(caller.key));
    });
  }
});

describe('a call that lasts', () => {
  const { owner } = core.database;

  it('ends when its key is revoked, and is finished when its key has merely expired', async () => {
    const revoked = await core.identity();
    const expired = await core.identity();
    const begun = new Map([revoked, expired].map(({ orgId }) => [orgId, Promise.withResolvers<void>()]));
    const reasons: unknown[] = [];
    acting.act = async ({ signal, caller: { orgId } }) => {
      begun.get(orgId)?.resolve();
      const stopped = once(signal, 'abort').then(() => reasons.push(signal.reason));
      const ms = ORGANISATION_LIMITS.accessCacheMsMax + (orgId === expired.orgId ? 0 : 60_000);
      await Promise.race([stopped, sleep(ms, undefined, { ref: false })]);
      return {};
    };
    const call = (identity: Identity) =>
      core.call(Methods.getRule, { ruleId: 'x' }, identity, { options: { deadline: Date.now() + 60_000 } });
    const ends = Promise.allSettled([call(revoked), call(expired)]);
    await Promise.all([...begun.values()].map(({ promise }) => promise));
    await owner`update api_keys set revoked_at = now() where org_id = ${revoked.orgId}`;
    await owner`update api_keys set expires_at = now() where org_id = ${expired.orgId}`;
    const [first, second] = await ends;
    assert.equal(first.status === 'rejected' && first.reason.code, status.UNAUTHENTICATED);
    assert.equal(second.status, 'fulfilled');
    assert.ok(reasons[0] instanceof AppError);
  });

  it('does not end because the database is away', async () => {
    const holding = new AbortController();
    const watch = watchAccess(async () => {
      holding.abort();
      throw new AppError('database_unavailable', 'away');
    });
    await once(holding.signal, 'abort');
    await sleep(50);
    assert.equal(watch.lost.aborted, false);
    watch.end();
  });
});

test('the check of a call that lasts is as fresh as what other calls believe', () => {
  assert.ok(ACCESS_RECHECK_MS + ACCESS_RECHECK_AGE_MS_MAX <= ORGANISATION_LIMITS.accessCacheMsMax);
});
