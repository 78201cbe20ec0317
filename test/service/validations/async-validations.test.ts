/** Validations that are submitted now and run later, through the gateway, a real core and the real queue. */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { RunServiceService } from '../../../src/gen/flowarden/internal/v1/run.ts';
import {
  ValidationServiceService as Methods,
  type SubmitValidationRequest,
  WatchValidationResponse,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { createSemaphore } from '../../../src/infra/async/semaphore.ts';
import { connectCore, isCoreLost } from '../../../src/infra/core/core-client.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { RUN_WAITERS_ORG_MAX } from '../../../src/processes/create-core.ts';
import { listProjectStatuses } from '../../../src/service/projects/store/projects.ts';
import { VALIDATION_LIMITS } from '../../../src/service/validations/limits.ts';
import { createRunWaiters } from '../../../src/service/validations/run-waiters.ts';
import { ASYNC_WAITING_MAX } from '../../../src/service/validations/submit-validation.ts';
import {
  countQueuedBeforeAdding,
  listRunStatuses,
} from '../../../src/service/validations/validation-runs-store.ts';
import { bot, validateRequest } from '../../support/files/bot.ts';
import { until } from '../../support/processes.ts';
import { IN_FULL_RUN_ONLY, someOf } from '../../support/ring.ts';
import { asyncService, SAMPLE } from '../../support/service/async-service.ts';
import { connect, headersOf } from '../../support/service/core.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../support/service/webhook.ts';
import { workQueue } from '../../support/service/work-queue.ts';

const { core, draining, us, send, submit } = await asyncService();
const { owner } = core.database;
const peer = connectCore(`127.0.0.1:${core.server.port}`, SECRETS_KEY);
after(() => peer.close());
// Events are stored where a webhook subscribes to them.
await insertTestWebhook(core.database.app, us.orgId, 9);

const result = (id: string, query = '', identity = us) => send(`/results/${id}${query}`, {}, identity);
const cancel = (id: string, identity = us) => send(`/results/${id}`, { method: 'DELETE' }, identity);
const run = (id: string, signal = new AbortController().signal) =>
  peer.call(
    RunServiceService.runValidation,
    { orgId: us.orgId, validationId: id },
    { signal, timeMsMax: 60_000 },
  );

/** Counts rows that no run may leave behind. */
async function leftovers() {
  const [row] = await owner`
    select (select count(*) from graphile_worker._private_jobs)::int as jobs, (select count(*) from blobs)::int as blobs,
      (select count(*) from validations where status in ('queued', 'running'))::int as runs`;
  return row;
}

/** Forgets the jobs, so that the next test has the queue for itself. */
async function emptyQueue(): Promise<void> {
  await owner`delete from graphile_worker._private_jobs`;
  await owner`update validations set status = 'canceled' where status in ('queued', 'running')`;
}

describe('a file that is validated later', () => {
  it('is queued at once, and its result is that of a synchronous validation', async () => {
    const fields = {
      label: 'nightly',
      source: 'cicd',
      enforcement_mode: 'blocking',
      metadata: '{"provider":"ci"}',
    };
    const { status, body, headers } = await submit(fields);
    assert.equal(status, 200);
    const { validationId, queuedAt, ...rest } = body;
    assert.deepEqual(rest, {
      orgId: us.orgId,
      status: 'queued',
      resultUrl: `http://flowarden.test/api/v1/results/${validationId}`,
      reportUrl: `http://flowarden.test/validations/${validationId}`,
      webhookUrl: null,
      position: 1,
    });
    assert.ok(Math.abs(Date.parse(queuedAt) - Date.now()) < 60_000);
    assert.equal(headers.get('location'), `/api/v1/results/${validationId}`);
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(headers.get('x-service-validation-status'), 'queued');

    const waiting = await result(validationId);
    assert.deepEqual([waiting.status, waiting.body], [202, body]);
    assert.equal(waiting.headers.get('retry-after'), '1');
    const [answer] = await Promise.all([result(validationId, '?wait=30&gate=true'), workQueue(core)]);
    assert.equal(answer.status, 422, 'what blocks is 422 where one address is polled');
    assert.equal(answer.headers.get('x-service-validation-status'), 'completed');
    assert.equal((await result(validationId)).status, 200);

    const { body: synchronous } = await submit(fields, SAMPLE, '/validate');
    const known = (all: object) => {
      const {
        validationId: _1,
        validatedAt: _2,
        validationMs: _3,
        reportUrl: _4,
        diff: _5,
        ...same
      } = all as Record<string, unknown>;
      return same;
    };
    assert.deepEqual(known(answer.body), known(synchronous));
    const events = await owner`select 1 from events where data ->> 'validationId' = ${validationId}`;
    assert.equal(events.length, 1);
    assert.deepEqual(await leftovers(), { jobs: 0, blobs: 0, runs: 0 });
  });

  it('is answered with 202 where 200 means that it passed', async () => {
    const { status, body, headers } = await submit({ async: 'true' }, SAMPLE, '/validate');
    assert.deepEqual([status, body.status], [202, 'queued']);
    assert.equal(headers.get('location'), `/api/v1/results/${body.validationId}`);
    await workQueue(core);
    assert.equal((await result(body.validationId)).status, 200);
  });

  it('is queued once, however often it is sent with one Idempotency-Key', async () => {
    for (const [path, fields] of [
      ['/validate/async', {}],
      ['/validate', { async: 'true' }],
    ] as const) {
      const key = { 'Idempotency-Key': uuidV7() };
      const first = await submit(fields, SAMPLE, path, key);
      const again = await submit(fields, SAMPLE, path, key);
      assert.deepEqual([again.status, again.body], [first.status, first.body]);
      const other = await submit({ ...fields, label: 'other' }, SAMPLE, path, key);
      assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_key_reused']);
    }
    assert.equal((await leftovers())?.jobs, 2);
    await emptyQueue();
    await owner`delete from blobs`;
  });

  // The larger one costs seconds of a processor.
  const atLimits = [
    ['/validate', CONTRACT_LIMITS.fileBytesSyncMax],
    ['/validate/async', CONTRACT_LIMITS.fileBytesAsyncMax],
  ] as const;
  for (const [path, bytesMax] of someOf(atLimits, 1)) {
    it(`is accepted over ${path} at exactly ${bytesMax} bytes, and rejected with one more`, async () => {
      const file = Buffer.concat([SAMPLE, Buffer.alloc(bytesMax - SAMPLE.length, ' ')]);
      const taken = await submit({}, file, path);
      assert.equal(taken.status, 200, JSON.stringify(taken.body));
      if (path === '/validate/async') {
        const [row] = await owner`select bytes from blobs where org_id = ${us.orgId} and state = 'kept'`;
        assert.equal(Number(row?.bytes), bytesMax);
        assert.equal((await cancel(taken.body.validationId)).status, 204);
        await emptyQueue();
        await owner`delete from blobs`;
      }
      const rejected = await submit({}, Buffer.concat([file, Buffer.from(' ')]), path);
      assert.deepEqual([rejected.status, rejected.body.error.code], [413, 'file_too_large']);
    });
  }

  for (const path of ['/validate', '/validate/async']) {
    it(`may have metadata of exactly ${CONTRACT_LIMITS.metadataBytesMax} bytes over ${path}, and not one more`, async () => {
      const metadataOf = (bytes: number) => `{"a":"${'é'.repeat((bytes - 8) / 2)}"}`;
      const most = metadataOf(CONTRACT_LIMITS.metadataBytesMax);
      assert.equal(Buffer.byteLength(most), CONTRACT_LIMITS.metadataBytesMax);
      const taken = await submit({ metadata: most }, SAMPLE, path);
      assert.equal(taken.status, 200, JSON.stringify(taken.body));
      await emptyQueue();
      await owner`delete from blobs`;
      const rejected = await submit({ metadata: `${most} ` }, SAMPLE, path);
      assert.deepEqual([rejected.status, rejected.body.error.code], [400, 'metadata_too_large']);
    });
  }

  it('is held against the policy of the moment of submission', async () => {
    const { body } = await submit();
    await owner`
      insert into organisation_settings (org_id, enforcement_mode) values (${us.orgId}, 'blocking')`;
    await workQueue(core);
    assert.equal((await result(body.validationId)).body.enforcementMode, 'warning');
    await owner`delete from organisation_settings where org_id = ${us.orgId}`;
  });

  const rejected: readonly (readonly [fact: string, fields: Record<string, string>, code: string])[] = [
    ['an unknown ruleset', { ruleset: 'nobodys' }, 'unknown_ruleset'],
    ['an unknown environment', { environment: 'nobodys' }, 'unknown_environment'],
    ['an unknown platform', { platform: 'nobodys' }, 'unknown_platform'],
    ['bad metadata', { metadata: '[]' }, 'invalid_metadata'],
    ['the field async', { async: 'true' }, 'unexpected_field'],
  ];
  for (const [fact, fields, code] of rejected) {
    it(`is rejected at once for ${fact}`, async () => {
      const { status, body } = await submit(fields);
      assert.deepEqual([status, body.error.code], [400, code]);
      // The answer doesn't wait until the core has removed what it had stored of the file.
      await until('the file is removed', async () => (await leftovers())?.blobs === 0);
      assert.deepEqual(await leftovers(), { jobs: 0, blobs: 0, runs: 0 });
    });
  }
});

describe('a validation that has no result', () => {
  const failing: readonly (readonly [fact: string, file: string, fields: object, code: string])[] = [
    ['a file that is none', 'nothing', {}, 'unsupported_file_type'],
    ['a file of another platform', bot().toString(), {}, 'platform_mismatch'],
    ['a broken file', `${SAMPLE.toString().slice(0, 900)}`, {}, 'unparsable_file'],
  ];
  for (const [fact, file, fields, code] of failing) {
    it(`fails for ${fact} with the error of a synchronous one`, async () => {
      const synchronous = await submit({ ...fields }, Buffer.from(file), '/validate');
      assert.equal(synchronous.body.error.code, code);
      const { body } = await submit({ ...fields }, Buffer.from(file));
      await workQueue(core);
      for (const query of ['', '?wait=30']) {
        const answer = await result(body.validationId, query);
        assert.deepEqual([answer.status, answer.body], [synchronous.status, synchronous.body]);
        assert.equal(answer.headers.get('x-service-validation-status'), 'failed');
      }
      const events = await owner`select 1 from events where data ->> 'validationId' = ${body.validationId}`;
      assert.equal(events.length, 0);
      assert.deepEqual(await leftovers(), { jobs: 0, blobs: 0, runs: 0 });
    });
  }

  it('was canceled while it was queued, however often', async () => {
    const { body } = await submit();
    const gone = result(body.validationId, '?wait=30');
    await sleep(50);
    assert.equal((await cancel(body.validationId)).status, 204);
    assert.equal((await cancel(body.validationId)).status, 204);
    for (const answer of [await gone, await result(body.validationId)]) {
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'state_conflict']);
      assert.equal(answer.headers.get('x-service-validation-status'), 'canceled');
    }
    await workQueue(core);
    assert.equal((await result(body.validationId)).status, 409, 'its job does nothing');
    assert.deepEqual(await leftovers(), { jobs: 0, blobs: 0, runs: 0 });
  });

  it('fails when the core was lost with it three times', async () => {
    const { body } = await submit();
    await owner`update validations set status = 'running', lost_runs = 2 where id = ${body.validationId}`;
    assert.equal((await result(body.validationId)).body.status, 'running');
    await owner`update validations set lost_runs = 3 where id = ${body.validationId}`;
    await workQueue(core);
    const answer = await result(body.validationId);
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'engine_unavailable']);
    assert.match(answer.body.error.message, /lost 3 times/);
    assert.deepEqual(await leftovers(), { jobs: 0, blobs: 0, runs: 0 });
  });

  const damages: readonly (readonly [fact: string, damage: () => Promise<unknown>])[] = [
    ['gone', () => owner`delete from blobs`],
    ['not what was submitted', () => owner`update blob_chunks set content = set_byte(content, 0, 0)`],
  ];
  for (const [fact, damage] of damages) {
    it(`fails when its file is ${fact}`, async () => {
      const { body } = await submit();
      await damage();
      await workQueue(core);
      const answer = await result(body.validationId);
      assert.deepEqual([answer.status, answer.body.error.code], [503, 'engine_unavailable']);
      assert.match(answer.body.error.message, /Submit it again/);
    });
  }

  it('cannot be canceled when it runs or has ended', async () => {
    const { body } = await submit();
    await owner`update validations set status = 'running' where id = ${body.validationId}`;
    const running = await cancel(body.validationId);
    assert.deepEqual([running.status, running.body.error.code], [409, 'state_conflict']);
    await workQueue(core);
    assert.match((await cancel(body.validationId)).body.error.message, /is completed/);
  });

  it('is read by who may only write when it was the one that submitted it', async () => {
    const writer = await core.identity(['analysis:write'], us.orgId);
    const { run } = await core.call(Methods.submitValidation, request(), writer);
    const other = await core.identity(['analysis:write'], us.orgId);
    const id = run!.validationId;
    assert.equal((await result(id, '', writer)).status, 202);
    for (const answer of [await result(id, '', other), await result(id, '?wait=5', other)])
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'insufficient_scope']);
    assert.equal((await cancel(id, other)).status, 403);
    assert.equal((await cancel(id, writer)).status, 204);
  });
});

function request(): SubmitValidationRequest {
  return { ...validateRequest(), webhookUrl: '' };
}

describe('waiting', () => {
  it('ends when another core has ended the validation', async () => {
    const { body } = await submit();
    const begun = performance.now();
    const answer = result(body.validationId, '?wait=30');
    await sleep(100);
    await owner`update validations set status = 'canceled' where id = ${body.validationId}`;
    assert.equal((await answer).status, 409);
    assert.ok(performance.now() - begun < 25_000);
    await emptyQueue();
  });

  it('is limited for each organisation, validations and projects together', async () => {
    const permits = createSemaphore({
      total: VALIDATION_LIMITS.runWaitersMax,
      perKey: RUN_WAITERS_ORG_MAX,
    });
    const waiters = createRunWaiters(core.database.app, listRunStatuses, permits, () => {});
    const projectWaiters = createRunWaiters(core.database.app, listProjectStatuses, permits, () => {});
    const wait = (orgId: string) =>
      waiters.wait({ orgId, id: uuidV7(), status: 'queued' }, 1, new AbortController().signal);
    const ends = async (orgId: string, count: number) =>
      new Set(await Promise.all(Array.from({ length: count }, () => wait(orgId))));
    const [eager, other] = [uuidV7(), uuidV7()];
    const all = ends(eager, RUN_WAITERS_ORG_MAX);
    assert.deepEqual(await ends(eager, 1), new Set(['full']));
    const project = { orgId: eager, id: uuidV7(), status: 'queued' } as const;
    assert.equal(await projectWaiters.wait(project, 1, new AbortController().signal), 'full');
    assert.deepEqual(await ends(other, 1), new Set(['late']));
    assert.deepEqual(await all, new Set(['late']));
    assert.deepEqual(await ends(eager, 1), new Set(['late']));
    waiters.close();
  });

  it('takes no longer than requested, and returns the state', async () => {
    const { body } = await submit();
    const begun = performance.now();
    const { status } = await result(body.validationId, '?wait=1');
    assert.equal(status, 202);
    const tookMs = performance.now() - begun;
    assert.ok(tookMs > 950 && tookMs < 25_000, `${tookMs}`);
    for (const wait of ['31', '-1', '1.5', 'x']) {
      const { body: problem } = await result(body.validationId, `?wait=${wait}`);
      assert.equal(problem.error.code, 'invalid_field');
    }
    await emptyQueue();
  });

  it('streams every change to the watch, with the result at the end', async () => {
    const { body } = await submit();
    const client = connect(core.server.port);
    const { path, requestSerialize } = Methods.watchValidation;
    const stream = client.makeServerStreamRequest(
      path,
      requestSerialize,
      (bytes: Buffer) => WatchValidationResponse.decode(bytes),
      { validationId: body.validationId },
      headersOf(us),
    );
    const seen: string[] = [];
    let last: WatchValidationResponse | undefined;
    for await (const message of stream as AsyncIterable<WatchValidationResponse>) {
      if (seen.length === 0) void workQueue(core);
      seen.push(message.run!.status);
      last = message;
    }
    assert.equal(seen[0], 'queued');
    assert.equal(seen.at(-1), 'completed');
    assert.equal(last?.validation?.validationId, body.validationId);
    client.close();
    await until('the end of the job', async () => (await leftovers())?.jobs === 0);
  });
});

describe('the queue of an organisation', () => {
  it('shows each its place', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await submit()).body.validationId);
    const places = async () => {
      const answers = await Promise.all(ids.map((id) => result(id)));
      return answers.map(({ body }) => body.position);
    };
    assert.deepEqual(await places(), [1, 2, 3]);
    await owner`update validations set status = 'running' where id = ${ids[0]!}`;
    assert.deepEqual(await places(), [null, 1, 2]);
    await emptyQueue();
  });

  it('has an end, which is exact for concurrent submissions, and hinders no other organisation', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const full = await core.identity();
    await owner`
      insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, blob_id)
      select ${full.orgId}, uuid_v7_floor(now() + n * interval '1 ms'), 'queued', 'uipath', 'x', 'warning', '', 1, ${uuidV7()}
      from generate_series(1, ${ASYNC_WAITING_MAX - 2}) n`;
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => core.call(Methods.submitValidation, request(), full)),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 2);
    const { reason, retrySeconds } = await core.rejection(Methods.submitValidation, request(), full);
    assert.deepEqual([reason, retrySeconds], ['QUEUE_FULL', 60]);
    const left = await owner`select 1 from blobs where org_id = ${full.orgId}`;
    assert.equal(left.length, 2, 'a rejected file leaves nothing');
    assert.equal((await submit()).status, 200);
    await emptyQueue();
    await owner`delete from blobs`;
  });
});

describe('additions to the queue of an organisation', () => {
  const fill = (orgId: string, count: number) => owner`
    insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, blob_id)
    select ${orgId}, gen_random_uuid(), 'queued', 'uipath', 'x', 'warning', '', 1, ${uuidV7()}
    from generate_series(1, ${count}) n`;

  it('do not wait for each other far from its end, and never exceed it', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const { orgId } = await core.identity();
    const queuedMax = 100;
    await fill(orgId, 30);
    const add = () =>
      withOrganisation(core.database.app, orgId, async (sql) => {
        const queued = await countQueuedBeforeAdding(sql, queuedMax);
        if (queued >= queuedMax) return 'full';
        await sql`
          insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, blob_id)
          values (${orgId}, ${uuidV7()}, 'queued', 'uipath', 'x', 'warning', '', 1, ${uuidV7()})`;
        return 'added';
      });
    const end = Promise.withResolvers<void>();
    const counted = Promise.withResolvers<void>();
    const open = withOrganisation(core.database.app, orgId, async (sql) => {
      assert.equal(await countQueuedBeforeAdding(sql, queuedMax), 30);
      counted.resolve();
      await end.promise;
    });
    await counted.promise;
    // Several, as two connections may have the same lock.
    const early = Array.from({ length: 4 }, add);
    assert.equal(await Promise.any(early), 'added');
    end.resolve();
    const outcomes = await Promise.all([...early, ...Array.from({ length: 100 }, add)]);
    await open;
    assert.equal(outcomes.filter((outcome) => outcome === 'added').length, 70);
    await emptyQueue();
  });
});

describe('a run', () => {
  it('that is done twice at once ends once', async () => {
    const { body } = await submit();
    const ends = await Promise.all(Array.from({ length: 6 }, () => run(body.validationId)));
    assert.ok(ends.every(({ ended }) => ended));
    const events = await owner`select 1 from events where data ->> 'validationId' = ${body.validationId}`;
    assert.equal(events.length, 1);
    assert.equal((await result(body.validationId)).status, 200);
    assert.deepEqual(
      await run(uuidV7()),
      { ended: true },
      'a validation that is not there has nothing to end',
    );
    await workQueue(core);
  });

  const rows = '<Sequence>'.repeat(150) + '</Sequence>'.repeat(150);
  const slow = Buffer.from(
    `<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities">${rows.repeat(1_500)}</Activity>`,
  );

  it('is queued until a thread is free, and can be canceled meanwhile', async () => {
    const [first, second] = [(await submit({}, slow)).body.validationId, (await submit()).body.validationId];
    const status = async (id: string) =>
      (await owner`select status from validations where id = ${id}`)[0]!.status;
    const stopping = new AbortController();
    const slowRun = run(first, stopping.signal).catch((error: unknown) => error);
    await until('the analysis has begun', async () => (await status(first)) === 'running');
    const waitingRun = run(second, new AbortController().signal);
    await until('the second waits for a thread', () => core.pool.load().waiting === 1);
    assert.equal(await status(second), 'queued');
    assert.equal((await cancel(second)).status, 204);
    stopping.abort();
    await slowRun;
    assert.equal((await waitingRun).ended, true);
    assert.equal(await status(second), 'canceled');
    await emptyQueue();
  });

  it('whose caller goes away is given back, and is not counted as lost', async () => {
    const { body } = await submit({}, slow);
    const stopping = new AbortController();
    const answer = run(body.validationId, stopping.signal).catch((error: unknown) => error);
    const row = async () => {
      const [found] = await owner`select status, lost_runs from validations where id = ${body.validationId}`;
      return found!;
    };
    await until('the analysis has begun', async () => (await row()).lostRuns === 1);
    assert.equal((await row()).status, 'running');
    stopping.abort();
    await answer;
    await until('it is given back', async () => (await row()).status === 'queued');
    assert.equal((await row()).lostRuns, 0);
    await emptyQueue();
  });
});

describe('the end of a process', () => {
  it('ends all waits: the gateway answers the state, the core that it is restarting', async () => {
    const { body } = await submit();
    const waiting = result(body.validationId, '?wait=30');
    await sleep(100);
    draining.abort();
    const { status, headers } = await waiting;
    assert.deepEqual([status, headers.get('connection')], [202, 'close']);

    const client = connect(core.server.port);
    const { path, requestSerialize } = Methods.watchValidation;
    const decode = (bytes: Buffer) => WatchValidationResponse.decode(bytes);
    const watched = { validationId: body.validationId };
    const stream = client.makeServerStreamRequest(path, requestSerialize, decode, watched, headersOf(us));
    const end = new Promise((resolve) => stream.on('error', resolve));
    const first = Promise.withResolvers<void>();
    stream.on('data', () => first.resolve());
    await first.promise;
    const begun = performance.now();
    core.waiters.close();
    await core.server.drain(10_000);
    assert.ok(isCoreLost(await end));
    assert.ok(performance.now() - begun < 3_000);
    client.close();
  });
});
