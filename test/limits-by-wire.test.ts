/** Limits as callers of gRPC and REST see them: fields, order of checks, and slots that are given back. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, type Metadata } from '@grpc/grpc-js';
import { RuleServiceService } from '../src/gen/flowarden/v1/rule.ts';
import { ValidationServiceService } from '../src/gen/flowarden/v1/validation.ts';
import { createLimiter } from '../src/limiter/limiter.ts';
import { LIMITS } from '../src/limits.ts';
import { call as rest } from './gateway/api.ts';
import { form, outcome, rawRequest, startTestGateway, uploadHead } from './gateway/support.ts';
import { headersOf, type Identity, testCore } from './support/core.ts';
import { until } from './support/processes.ts';

const core = await testCore({
  limiter: ({ app }) =>
    createLimiter({
      sql: app,
      factor: 1,
      onError: () => {},
    }),
});
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { validate } = ValidationServiceService;

const restHeaders = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });
const head = (identity: Identity, more: Record<string, string | number> = {}) =>
  uploadHead({ ...restHeaders(identity), 'Content-Length': 100_000, ...more });

/** Opens uploads that send nothing, and waits until each has its slot. Returns what ends one. */
async function openUploads(identity: Identity, count: number): Promise<() => void> {
  const ends = Promise.withResolvers<void>();
  for (let i = 0; i < count; i += 1) {
    void rawRequest(gateway.port, async (socket) => {
      socket.write(head(identity, { Expect: '100-continue' }));
      await ends.promise;
      socket.destroy();
    });
  }
  await until('the uploads have their slots', async () => {
    const [row] = await core.database.owner<{ held: number }[]>`
      select coalesce(sum(in_use), 0)::int as held from slots_in_use where key like ${`%${identity.orgId}`}`;
    return row?.held === count;
  });
  return ends.resolve;
}

describe('an answer over REST', () => {
  it('says where the caller stands', async () => {
    const identity = await core.identity();
    const { status, headers } = await rest(gateway, '/api/v1/platforms', { headers: restHeaders(identity) });
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit-policy'), '"read";q=600;w=60');
    assert.equal(headers.get('ratelimit'), '"read";r=599;t=1');
  });

  it('says so too when what was admitted turns out to be wrong', async () => {
    const identity = await core.identity();
    const init = { method: 'POST', headers: restHeaders(identity), body: form({ platform: 'nowhere' }) };
    const { status, headers } = await rest(gateway, '/api/v1/validate', init);
    assert.equal(status, 400);
    assert.equal(
      headers.get('ratelimit-policy'),
      '"validate";q=30;w=15, "validate-org";q=600;w=60, "validate-at-once";q=8;qu="concurrent-requests"',
    );
    assert.match(
      headers.get('ratelimit') ?? '',
      /^"validate";r=29;t=1, "validate-org";r=599;t=1, "validate-at-once";r=\d$/,
    );
  });

  it('tells of a wrong address only who has not reached the limit', async () => {
    const identity = await core.identity();
    const path = '/api/v1/results/nonsense';
    const headers = restHeaders(identity);
    assert.equal((await rest(gateway, path, { headers })).status, 400);
    const [{ id }] = (await core.database.owner`
      select id from api_keys where org_id = ${identity.orgId}`) as unknown as [{ id: string }];
    await core.database.owner`
      update rate_buckets set full_at = now() + interval '61 s' where key = ${`read:${identity.orgId}:${id}`}`;
    await sleep(LIMITS.limitFreshMsMax + 50);
    const refused = await rest(gateway, path, { headers });
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited']);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.match(refused.headers.get('ratelimit') ?? '', /^"read";r=0;t=61$/);
  });
});

describe('an upload', () => {
  it('holds its slot from before its body, and gives it back when the sender goes away', async () => {
    const identity = await core.identity();
    const end = await openUploads(identity, LIMITS.validateAtOnceMax);
    const refused = await rawRequest(gateway.port, (socket) => {
      socket.write(head(identity, { 'Content-Length': 900_000_000 }));
    });
    // Also before the length of the body is looked at.
    assert.deepEqual(outcome(refused.text), [429, 'concurrency_limited']);
    assert.match(refused.text, /\r\nRetry-After: 1\r\n/);
    assert.match(refused.text, /\r\nRateLimit: .*"validate-at-once";r=0\r\n/);
    end();
    await until('the slots are free', async () => {
      const init = { method: 'POST', headers: restHeaders(identity), body: form({ platform: 'nowhere' }) };
      return (await rest(gateway, '/api/v1/validate', init)).status === 400;
    });
  });
});

describe('an answer over gRPC', () => {
  it('has the same fields as trailers', async () => {
    const identity = await core.identity();
    const client = new Client(`127.0.0.1:${core.server.port}`, credentials.createInsecure());
    const { path, requestSerialize, responseDeserialize } = RuleServiceService.listPlatforms;
    const trailers = await new Promise<Metadata>((resolve) => {
      const under = client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        {},
        headersOf(identity),
        () => {},
      );
      under.on('status', ({ metadata }) => resolve(metadata));
    });
    client.close();
    assert.deepEqual(trailers.get('ratelimit-policy'), ['"read";q=600;w=60']);
    assert.deepEqual(trailers.get('ratelimit'), ['"read";r=599;t=1']);
  });

  it('that is refused says when to come again', async () => {
    const identity = await core.identity();
    const end = await openUploads(identity, LIMITS.validateAtOnceMax);
    const { reason, metadata } = await core.refusal(
      validate,
      validate.requestDeserialize(Buffer.alloc(0)),
      identity,
    );
    end();
    assert.equal(reason, 'CONCURRENCY_LIMITED');
    assert.equal(metadata.retryAfterSeconds, '1');
  });
});
