/** Limits as callers of gRPC and REST see them: fields, order of checks, and slots that are given back. */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, type Metadata } from '@grpc/grpc-js';
import { RuleServiceService } from '../../src/gen/flowarden/v1/rule.ts';
import { ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { makeApiKey } from '../../src/service/access/api-key.ts';
import {
  ASYNC_AT_ONCE_MAX,
  PROJECT_UPLOADS_MAX,
  VALIDATE_AT_ONCE_MAX,
  WRONG_CREDENTIALS_PER_MINUTE_MAX,
} from '../../src/service/rate-limits/budgets.ts';
import { createLimiter } from '../../src/service/rate-limits/limiter.ts';
import { RATE_LIMITS } from '../../src/service/rate-limits/limits.ts';
import { call as rest } from '../gateway/support/api.ts';
import { form, outcome, rawRequest, startTestGateway, uploadHead } from '../gateway/support/support.ts';
import { until } from '../support/processes.ts';
import { headersOf, type Identity, testCore } from '../support/service/core.ts';

const core = await testCore({
  limiter: ({ app }) =>
    createLimiter({
      sql: app,
      factor: 1,
      onError: () => {},
    }),
});
const gateway = await startTestGateway({ corePort: core.server.port });
const behindProxy = await startTestGateway({
  corePort: core.server.port,
  origin: { trustedProxies: ['127.0.0.0/8'] },
});
after(async () => {
  await gateway.stop();
  await behindProxy.stop();
});
const { validate } = ValidationServiceService;

const restHeaders = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });
const head = (identity: Identity, more: Record<string, string | number> = {}, path = '/api/v1/validate') =>
  uploadHead({ ...restHeaders(identity), 'Content-Length': 100_000, ...more }, path);

/** Opens uploads that send nothing, and waits until each has its slot. Returns what ends one. */
async function openUploads(identity: Identity, count: number, path?: string): Promise<() => void> {
  const ends = Promise.withResolvers<void>();
  for (let i = 0; i < count; i += 1) {
    void rawRequest(gateway.port, async (socket) => {
      socket.write(head(identity, { Expect: '100-continue' }, path));
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
    assert.equal(headers.get('ratelimit-policy'), '"read";q=600;w=60, "read-org";q=3000;w=60');
    assert.equal(headers.get('ratelimit'), '"read";r=599;t=1, "read-org";r=2999;t=1');
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

  it('explains a wrong address only to a caller below the limit', async () => {
    const identity = await core.identity();
    const path = '/api/v1/results/nonsense';
    const headers = restHeaders(identity);
    assert.equal((await rest(gateway, path, { headers })).status, 400);
    const [{ id }] = (await core.database.owner`
      select id from api_keys where org_id = ${identity.orgId}`) as unknown as [{ id: string }];
    await core.database.owner`
      update rate_buckets set full_at = now() + interval '90 s' where key = ${`read:${identity.orgId}:${id}`}`;
    await sleep(RATE_LIMITS.limitFreshMsMax + 50);
    const rejected = await rest(gateway, path, { headers });
    assert.deepEqual([rejected.status, rejected.body.error.code], [429, 'rate_limited']);
    // However much a bucket owes, the next call comes back soon: it owes its window at most.
    assert.equal(rejected.headers.get('retry-after'), '1');
    assert.match(rejected.headers.get('ratelimit') ?? '', /^"read";r=0;t=60, "read-org";/);
  });
});

describe('an upload', () => {
  for (const [path, slots, atOnceMax] of [
    ['/api/v1/validate', 'validate-at-once', VALIDATE_AT_ONCE_MAX],
    ['/api/v1/validate/async', 'async-at-once', ASYNC_AT_ONCE_MAX],
    ['/api/v1/validate/project', 'project-uploads', PROJECT_UPLOADS_MAX],
  ] as const) {
    it(`to ${path} holds its slot from before its body, and gives it back when the sender goes away`, async () => {
      const identity = await core.identity();
      const end = await openUploads(identity, atOnceMax, path);
      const rejected = await rawRequest(gateway.port, (socket) => {
        socket.write(head(identity, { 'Content-Length': 900_000_000 }, path));
      });
      // Also before the length of the body is looked at.
      assert.deepEqual(outcome(rejected.text), [429, 'concurrency_limited']);
      assert.match(rejected.text, /\r\nRetry-After: 1\r\n/);
      assert.match(rejected.text, new RegExp(`\\r\\nRateLimit: .*"${slots}";r=0\\r\\n`));
      end();
      await until('the slots are free', async () => {
        const init = { method: 'POST', headers: restHeaders(identity), body: form({ platform: 'nowhere' }) };
        return (await rest(gateway, path, init)).status === 400;
      });
    });
  }
});

describe('wrong credentials', () => {
  const proxied = (client: string) => ({ 'X-Forwarded-For': client });
  const wrong = () => ({ orgId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e', key: makeApiKey().key });
  async function send(headers: Record<string, string>, path = '/api/v1/platforms', init: RequestInit = {}) {
    const response = await fetch(behindProxy.url + path, { ...init, headers });
    const { error } = (await response.json()) as { error?: { code: string } };
    return { code: error?.code ?? response.status, headers: response.headers };
  }
  const attempt = (client: string, identity: Identity = wrong()) =>
    send({ ...restHeaders(identity), ...proxied(client) });
  /** As many as one address may send. */
  async function useUp(attempts: () => Promise<{ code: unknown }>): Promise<void> {
    for (let sent = 0; sent < WRONG_CREDENTIALS_PER_MINUTE_MAX; sent += 1)
      assert.equal((await attempts()).code, 'invalid_credentials');
  }

  it('are distinguished from too many by 429, and valid ones are admitted all the same', async () => {
    const client = '203.0.113.1';
    const right = await core.identity();
    await useUp(() => attempt(client));
    const rejected = await attempt(client);
    assert.equal(rejected.code, 'rate_limited');
    assert.match(rejected.headers.get('retry-after') ?? '', /^[1-3]$/);
    assert.equal(rejected.headers.get('ratelimit-policy'), '"wrong-credentials";q=20;w=60');
    assert.match(rejected.headers.get('ratelimit') ?? '', /^"wrong-credentials";r=0;t=\d+$/);
    const upload = { method: 'POST', body: form() };
    const uploaded = await send({ ...restHeaders(wrong()), ...proxied(client) }, '/api/v1/validate', upload);
    assert.equal(uploaded.code, 'rate_limited');
    assert.equal((await attempt(client, right)).code, 200);
    assert.equal((await attempt('203.0.113.2')).code, 'invalid_credentials');
  });

  it('are counted together for the /64 of an IPv6 address', async () => {
    let host = 0;
    await useUp(() => attempt(`2001:db8:1:2::${(host += 1)}`));
    assert.equal((await attempt('2001:db8:1:2:ffff::1')).code, 'rate_limited');
    assert.equal((await attempt('2001:db8:1:3::1')).code, 'invalid_credentials');
  });

  it('are not counted when they were right once', async () => {
    const expired = await core.identity();
    await core.database.owner`
      update api_keys set expires_at = now() - interval '1 day' where org_id = ${expired.orgId}`;
    for (let sent = 0; sent < 25; sent += 1)
      assert.equal((await attempt('203.0.113.3', expired)).code, 'credentials_expired');
    assert.equal((await attempt('203.0.113.3')).code, 'invalid_credentials');
  });

  it('are counted together over REST and gRPC, whichever address a gRPC caller claims', async () => {
    const attemptRpc = async (headers: Record<string, string> = {}) => {
      const { reason, metadata } = await core.rejection(RuleServiceService.listPlatforms, {}, wrong(), {
        headers,
      });
      return { code: reason?.toLowerCase(), metadata };
    };
    for (let sent = 0; sent < 10; sent += 1) {
      assert.equal((await attempt('127.0.0.1')).code, 'invalid_credentials');
      const forged = { 'x-flowarden-client': `198.51.100.${sent}`, 'x-flowarden-gateway': 'h'.repeat(32) };
      assert.equal((await attemptRpc(forged)).code, 'invalid_credentials');
    }
    const { code, metadata } = await attemptRpc();
    assert.equal(code, 'rate_limited');
    assert.match(metadata.retryAfterSeconds ?? '', /^[1-3]$/);
    assert.equal((await attempt('127.0.0.1')).code, 'rate_limited');
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
    assert.deepEqual(trailers.get('ratelimit-policy'), ['"read";q=600;w=60, "read-org";q=3000;w=60']);
    assert.deepEqual(trailers.get('ratelimit'), ['"read";r=599;t=1, "read-org";r=2999;t=1']);
  });

  it('that is rejected says when to try again', async () => {
    const identity = await core.identity();
    const end = await openUploads(identity, VALIDATE_AT_ONCE_MAX);
    const { reason, metadata } = await core.rejection(
      validate,
      validate.requestDeserialize(Buffer.alloc(0)),
      identity,
    );
    end();
    assert.equal(reason, 'CONCURRENCY_LIMITED');
    assert.equal(metadata.retryAfterSeconds, '1');
  });
});
