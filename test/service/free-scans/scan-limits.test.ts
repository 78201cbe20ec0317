/** Limits of callers without an account: by address, and for all of them together. */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { SCAN_UPLOAD_MS_MIN } from '../../../src/rpc/interceptors/arrivals.ts';
import {
  LEAD_PER_MINUTE_MAX,
  SCAN_AT_ONCE_MAX,
  SCAN_PER_MINUTE_MAX,
} from '../../../src/service/rate-limits/budgets.ts';
import { createLimiter } from '../../../src/service/rate-limits/limiter.ts';
import { call as rest } from '../../gateway/support/api.ts';
import {
  FILE_PART,
  form,
  multipart,
  outcome,
  rawRequest,
  startTestGateway,
} from '../../gateway/support/support.ts';
import { until } from '../../support/processes.ts';
import { testCore } from '../../support/service/core.ts';

const core = await testCore({
  limiter: ({ app }) => createLimiter({ sql: app, factor: 1, onError: () => {} }),
});
const gateway = await startTestGateway({
  corePort: core.server.port,
  origin: { trustedProxies: ['127.0.0.0/8'] },
});
after(() => gateway.stop());

describe('free scans', () => {
  const SCAN = '/api/v1/demo/validate';
  const READ = '/api/v1/demo/scan/4eY0bTnq2LzXo8VhRk1dGm';
  /** Sends a form without a file, which is read only if no limit rejects it. */
  async function visit(client: string, path = SCAN) {
    const init = path === SCAN ? { method: 'POST', body: new FormData() } : {};
    const headers = { 'X-Forwarded-For': client };
    const response = await rest(gateway, path, { ...init, headers });
    return { code: response.body.error.code as string, headers: response.headers };
  }
  const setDebt = (key: string, seconds: number) => core.database.owner`
    insert into rate_buckets (key, full_at) values (${key}, now() + ${`${seconds} s`}::interval)
    on conflict (key) do update set full_at = excluded.full_at`;

  it('are five a minute from one address, also the /64 of an IPv6 one', async () => {
    for (let sent = 0; sent < SCAN_PER_MINUTE_MAX; sent += 1)
      assert.equal((await visit(`2001:db8:7:7::${sent}`)).code, 'missing_file');
    const { code, headers } = await visit('2001:db8:7:7:ffff::1');
    assert.equal(code, 'rate_limited');
    assert.match(headers.get('retry-after') ?? '', /^(\d|1[0-2])$/);
    assert.match(headers.get('ratelimit-policy') ?? '', /^"scan";q=5;w=60, "scan-day";q=30;w=86400, /);
    assert.equal((await visit('2001:db8:7:8::1')).code, 'missing_file');
  });

  it('are thirty a day', async () => {
    await setDebt('scan-day:203.0.113.71', 86_399);
    const { code, headers } = await visit('203.0.113.71');
    assert.equal(code, 'daily_limit_reached');
    assert.ok(Number(headers.get('retry-after')) > 2_800, headers.get('retry-after') ?? 'none');
    assert.equal((await visit('203.0.113.72')).code, 'missing_file');
  });

  it('of one address that has used up its own do not reject those of others', async () => {
    await setDebt('scan:203.0.113.79', 90);
    for (const [client, code] of [
      ['203.0.113.79', 'rate_limited'],
      ['203.0.113.70', 'missing_file'],
    ] as const)
      assert.equal((await visit(client)).code, code);
  });

  it('are so many a minute from all addresses together', async () => {
    await setDebt('scan-all:all', 90);
    await until('the limit holds', async () => (await visit('203.0.113.73')).code === 'rate_limited');
    await setDebt('scan-all:all', 0);
    let visitor = 0;
    await until('they may come again', async () => {
      visitor += 1;
      return (await visit(`2001:db8:9:${visitor.toString(16)}::1`)).code === 'missing_file';
    });
  });

  it('run four at once in all, with their uploads, of which the slowest makes room, and leave others alone', async () => {
    const ends = Promise.withResolvers<void>();
    const body = multipart([FILE_PART]);
    /** Sends nothing of its body until the end. */
    const dawdle = (index: number) =>
      rawRequest(gateway.port, async (socket) => {
        const head = `POST ${SCAN} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.8${index}\r\nConnection: close\r\n`;
        const type = 'Content-Type: multipart/form-data; boundary=b';
        socket.write(`${head}${type}\r\nContent-Length: ${body.length}\r\n\r\n`);
        await ends.promise;
        socket.write(body);
      });
    const dawdling: ReturnType<typeof dawdle>[] = [];
    for (let held = 1; held <= SCAN_AT_ONCE_MAX; held += 1) {
      dawdling.push(dawdle(held - 1));
      await until(`${held} scans are under way`, async () => {
        const [row] = await core.database.owner<{ held: number }[]>`
          select coalesce(sum(in_use), 0)::int as held from slots_in_use where key = 'scan-at-once:all'`;
        return row?.held === held;
      });
    }
    assert.equal((await visit('203.0.113.74')).code, 'concurrency_limited');
    assert.equal((await visit('203.0.113.74', READ)).code, 'scan_not_found');
    const flood = await Promise.all(
      Array.from({ length: 40 }, (_, index) => visit(`203.0.113.${100 + index}`)),
    );
    for (const { code, headers } of flood) {
      assert.equal(code, 'concurrency_limited');
      assert.equal(headers.get('retry-after'), '1');
      assert.match(headers.get('ratelimit') ?? '', /"scan-at-once";r=0$/);
    }
    // Only a request that the core has counted gets the limits of its own address.
    const counted = flood.filter(({ headers }) => headers.get('ratelimit')?.includes('"scan";'));
    assert.ok(counted.length < flood.length / 2, `the core counted ${counted.length} of ${flood.length}`);
    const identity = await core.identity();
    const init = {
      method: 'POST',
      headers: { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId },
      body: form({ platform: 'nowhere' }),
    };
    assert.equal((await rest(gateway, '/api/v1/validate', init)).body.error.code, 'unknown_platform');
    await until(
      'one that dawdles has made room',
      async () => {
        // A busy core may renew its places too late: none counts then, and no upload has to make room.
        const [places] = await core.database.owner<{ firstEnd: Date }[]>`
          select min(expires_at) as first_end from slots_in_use where key = 'scan-at-once:all'`;
        const { code } = await visit('203.0.113.74');
        const [visited] = await core.database.owner<{ inTime: boolean }[]>`
          select now() < ${places!.firstEnd} as in_time`;
        return code === 'missing_file' && visited!.inTime;
      },
      2 * SCAN_UPLOAD_MS_MIN,
    );
    ends.resolve();
    const outcomes = (await Promise.all(dawdling)).map(({ text }) => outcome(text).join(' '));
    // Two that began at nearly the same time may be known in either order.
    assert.equal(outcomes.filter((one) => one === '408 upload_timeout').length, 1, outcomes.join(', '));
    await until('the places are free', async () => (await visit('203.0.113.75')).code === 'missing_file');
  });

  it('bring five leads a minute and twenty a day from one address', async () => {
    const post = async (client: string) => {
      const headers = { 'X-Forwarded-For': client, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: '{}' };
      return (await rest(gateway, '/api/v1/demo/leads', init)).body.error.code;
    };
    for (let sent = 0; sent < LEAD_PER_MINUTE_MAX; sent += 1)
      assert.equal(await post('203.0.113.77'), 'missing_field');
    assert.equal(await post('203.0.113.77'), 'rate_limited');
    await setDebt('lead-day:203.0.113.78', 86_399);
    assert.equal(await post('203.0.113.78'), 'daily_limit_reached');
  });

  it('are read sixty times a minute', async () => {
    await setDebt('scan-read:203.0.113.76', 60);
    const { code, headers } = await visit('203.0.113.76', READ);
    assert.equal(code, 'rate_limited');
    assert.equal(headers.get('ratelimit-policy'), '"scan-read";q=60;w=60');
  });
});
