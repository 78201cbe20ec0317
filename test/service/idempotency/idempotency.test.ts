/** Calls with an Idempotency-Key: done once, answered as the first time, over gRPC and REST. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { ApiKeyServiceService as ApiKeys } from '../../../src/gen/flowarden/v1/api_key.ts';
import { ValidationServiceService as Validations } from '../../../src/gen/flowarden/v1/validation.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { type Codec, repeatable } from '../../../src/rpc/interceptors/repeatable-call.ts';
import type { KeyClaim, RepeatKey } from '../../../src/service/idempotency/idempotency.ts';
import { deleteOldKeys } from '../../../src/service/idempotency/idempotency-store.ts';
import { IDEMPOTENCY_LIMITS } from '../../../src/service/idempotency/limits.ts';
import { call as rest } from '../../gateway/support/api.ts';
import { form, startTestGateway } from '../../gateway/support/support.ts';
import { countedOf } from '../../support/database/usage.ts';
import { bot, validateRequest } from '../../support/files/bot.ts';
import { zip } from '../../support/files/zip.ts';
import { headersOf, type Identity, testCore } from '../../support/service/core.ts';

const core = await testCore();
const { owner, ownerSql, app } = core.database;
const gateway = await startTestGateway({ corePort: core.server.port });
const client = new Client(`127.0.0.1:${core.server.port}`, credentials.createInsecure());
after(async () => {
  client.close();
  await gateway.stop();
});
const identity = await core.identity();

const SAMPLE = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'), 'utf8');
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const validate = (key: string, changes = {}, who = identity) =>
  core.call(Validations.validate, validateRequest(changes), who, keyed(key));
const rejection = async (key: string, changes = {}, who = identity) =>
  (await core.rejection(Validations.validate, validateRequest(changes), who, keyed(key))).reason;
const storedOf = async ({ orgId }: Identity) =>
  Number((await owner`select count(*) from validations where org_id = ${orgId}`)[0]!.count);
const usedBy = ({ orgId }: Identity) => countedOf(owner, orgId, 'synchronous');

describe('a call that is sent again', () => {
  it('is answered as the first time, and neither done nor counted again', async () => {
    const who = await core.identity();
    const first = await validate('again', {}, who);
    assert.deepEqual(await validate('again', {}, who), first);
    assert.deepEqual([await storedOf(who), await usedBy(who)], [1, 1]);
    assert.notEqual(
      (await validate('another-key', {}, who)).validation?.validationId,
      first.validation?.validationId,
    );
  });

  it('says so in its trailers', async () => {
    const trailersOf = () =>
      new Promise<Metadata>((resolve, reject) => {
        const { path, requestSerialize, responseDeserialize } = Validations.validate;
        const under = client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          validateRequest(),
          headersOf(identity, { 'idempotency-key': 'trailers' }),
          (error) => error && reject(error),
        );
        under.on('status', ({ metadata }) => resolve(metadata));
      });
    assert.deepEqual((await trailersOf()).get('idempotent-replayed'), []);
    assert.deepEqual((await trailersOf()).get('idempotent-replayed'), ['true']);
  });

  it('is done once, also when all come at once', async () => {
    const who = await core.identity();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => validate('at-once', { file: bot(3) }, who)),
    );
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    assert.ok(answers.length >= 1);
    assert.equal(new Set(answers.map(({ validation }) => validation?.validationId)).size, 1);
    for (const error of rejected) assert.match(error.details, /"at-once" is still running/);
    assert.deepEqual([await storedOf(who), await usedBy(who)], [1, 1]);
  });

  it('is answered although the plan is used up meanwhile', async () => {
    const who = await core.identity();
    await owner`update organisations set plan = 'free' where id = ${who.orgId}`;
    await owner`
      insert into usage_months (org_id, month, asynchronous) values (${who.orgId}, usage_month(), 199)`;
    const first = await validate('last-one', {}, who);
    core.forgetPlans();
    assert.equal(await rejection('one-more', {}, who), 'PLAN_LIMIT_REACHED');
    assert.deepEqual(await validate('last-one', {}, who), first);
  });

  it('queues one validation when it submits one for later', async () => {
    const who = await core.identity();
    const submit = () =>
      core.call(
        Validations.submitValidation,
        Object.assign(Validations.submitValidation.requestDeserialize(Buffer.alloc(0)), validateRequest()),
        who,
        keyed('later'),
      );
    const first = await submit();
    assert.deepEqual(await submit(), first);
    assert.deepEqual([await storedOf(who), await countedOf(owner, who.orgId, 'asynchronous')], [1, 1]);
  });

  it('is done when the first one was rejected, also with other content', async () => {
    assert.equal(await rejection('mended', { platform: 'nowhere' }), 'UNKNOWN_PLATFORM');
    assert.equal(await rejection('mended', { file: Buffer.from('{"a":') }), 'UNSUPPORTED_FILE_TYPE');
    assert.ok((await validate('mended')).validation);
  });
});

describe('a request whose answer the gateway loses', () => {
  it('is done once, although it has no key', async (context) => {
    const name = 'Key of an answer that is lost';
    const lost = Promise.withResolvers<Socket>();
    let isHeard = true;
    // The core does its work, and none of its answers comes back.
    const proxy = createServer((socket) => {
      const upstream = connect(core.server.port, '127.0.0.1');
      let isDeaf = false;
      for (const end of [socket, upstream]) end.on('error', () => {});
      upstream.on('close', () => socket.destroy()).on('data', (bytes) => isDeaf || socket.write(bytes));
      socket.on('close', () => upstream.destroy());
      socket.on('data', (bytes) => {
        if (isHeard && bytes.includes(name)) {
          isDeaf = true;
          isHeard = false;
          lost.resolve(socket);
        }
        upstream.write(bytes);
      });
    });
    const behind = await startTestGateway({ corePort: await listening(proxy) });
    context.after(async () => {
      await behind.stop();
      proxy.close();
    });
    const who = await core.identity();
    const keys = async () =>
      (await owner`select from api_keys where org_id = ${who.orgId} and name = ${name}`).length;
    const made = rest(behind, '/api/v1/api-keys', {
      method: 'POST',
      headers: {
        authorization: `ApiKey ${who.key}`,
        'x-org-id': who.orgId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name, scopes: ['analysis:read'] }),
    });
    const socket = await lost.promise;
    while ((await keys()) === 0) await sleep(10);
    socket.destroy();
    assert.equal((await made).status, 201);
    assert.equal(await keys(), 1);
  });
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('a key that has an answer is rejected for', () => {
  const different: readonly (readonly [what: string, changes: object])[] = [
    ['another file', { file: bot(1) }],
    ['another name of the file', { filename: 'Other.bot' }],
    ['another label', { label: 'second' }],
    ['another mode', { enforcementMode: 'advisory' }],
  ];
  for (const [what, changes] of different) {
    it(what, async () => {
      await validate(`for-${what.replaceAll(' ', '-')}`);
      assert.equal(await rejection(`for-${what.replaceAll(' ', '-')}`, changes), 'IDEMPOTENCY_KEY_REUSED');
    });
  }

  it('another credential of the organisation', async () => {
    await validate('for-another-credential');
    const colleague = await core.identity(undefined, identity.orgId);
    assert.equal(await rejection('for-another-credential', {}, colleague), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('another method', async () => {
    await validate('for-another-method');
    const request = { ...ApiKeys.createApiKey.requestDeserialize(Buffer.alloc(0)), name: 'x' };
    const { reason } = await core.rejection(
      ApiKeys.createApiKey,
      request,
      identity,
      keyed('for-another-method'),
    );
    assert.equal(reason, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('one organisation alone: another has keys of its own', async () => {
    const first = await validate('for-two-organisations');
    const second = await validate('for-two-organisations', {}, await core.identity());
    assert.notEqual(second.validation?.validationId, first.validation?.validationId);
  });
});

describe('a key', () => {
  const repeat = (request: string | null = null): RepeatKey => ({
    orgId: identity.orgId,
    key: randomUUID(),
    request,
  });
  const CONTENT = Buffer.from('what is asked');
  const claim = async (key: RepeatKey) =>
    (await core.idempotency.claim(key, CONTENT, IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax)) as KeyClaim;
  const inProgress = { code: 'idempotency_in_progress' };

  it('belongs to one call as long as that runs', async () => {
    const key = repeat();
    const first = await claim(key);
    await assert.rejects(claim(key), inProgress);
    await assert.rejects(core.idempotency.requireFree(key), inProgress);
    await first.release();
    await core.idempotency.requireFree(key);
    await claim(key);
  });

  it('belongs to a call that runs longer than the lease of a dead one', async (context) => {
    const key = repeat();
    context.mock.timers.enable({ apis: ['setInterval'] });
    const work = Promise.withResolvers<null>();
    const running = repeatable(
      {
        caller: {
          kind: 'key',
          actorId: 'x',
          actorName: 'x',
          email: null,
          wireCase: undefined,
          orgId: key.orgId,
          scopes: [],
        },
        requestId: 'x',
        client: '192.0.2.7',
        signal: new AbortController().signal,
        deadline: new Date(Date.now() + 60_000),
        onEnd: () => {},
      },
      {
        codec: Validations.validate as unknown as Codec,
        repeat: key,
        trailers: new Metadata(),
        idempotency: core.idempotency,
        onStoreError(error) {
          throw error;
        },
      },
    ).once(null, () => work.promise);
    const isHeld = async () =>
      (await owner`select lease_until > now() as held from idempotency_keys where key = ${key.key}`)[0]?.held;
    while ((await isHeld()) === undefined) await sleep(5);
    await owner`update idempotency_keys set lease_until = now() where key = ${key.key}`;
    context.mock.timers.tick(IDEMPOTENCY_LIMITS.idempotencyBeatMs);
    while ((await isHeld()) !== true) await sleep(5);
    work.reject(new Error('refused'));
    await assert.rejects(running, /refused/);
    await core.idempotency.requireFree(key);
  });

  it('is free again when its call has died, and the dead one has no effect any more', async () => {
    const key = repeat();
    const dead = await claim(key);
    await owner`update idempotency_keys set lease_until = now() - interval '1 ms' where key = ${key.key}`;
    await core.idempotency.requireFree(key);
    const alive = await claim(key);
    const effect = (name: string, by: KeyClaim) =>
      withOrganisation(app, identity.orgId, async (sql) => {
        await sql`insert into usage_months (org_id, month, asynchronous)
          values (${identity.orgId}, '2001-01-01', 1)
          on conflict (org_id, month) do update set asynchronous = usage_months.asynchronous + 1`;
        await by.storeAnswer(sql, Buffer.from(name));
      });
    await assert.rejects(effect('dead', dead), inProgress);
    await effect('alive', alive);
    const [{ asynchronous }] = (await owner`
      select asynchronous from usage_months where month = '2001-01-01'`) as unknown as [
      { asynchronous: number },
    ];
    assert.equal(asynchronous, 1);
    assert.deepEqual(await core.idempotency.claim(key, CONTENT, 1_000), { answer: Buffer.from('alive') });
  });

  it("passes to a gateway's second attempt at once", async () => {
    const key = repeat(randomUUID());
    const first = await claim(key);
    await core.idempotency.requireFree(key);
    await assert.rejects(claim({ ...key, request: randomUUID() }), inProgress);
    const second = await claim(key);
    await assert.rejects(first.storeAnswerAlone(Buffer.from('first')), inProgress);
    await second.storeAnswerAlone(Buffer.from('second'));
    assert.deepEqual(await core.idempotency.claim(key, CONTENT, 1_000), { answer: Buffer.from('second') });
  });

  it('is forgotten after a day, and then swept', async () => {
    const first = await validate('yesterday');
    const age = () =>
      owner`update idempotency_keys set created_at = created_at - interval '24 hours' where key = 'yesterday'`;
    await age();
    const second = await validate('yesterday', { label: 'today' });
    assert.notEqual(second.validation?.validationId, first.validation?.validationId);
    await age();
    assert.equal(await inTransaction(ownerSql, (sql) => deleteOldKeys(sql, 10)), 1);
    assert.ok(Number((await owner`select count(*) from idempotency_keys`)[0]!.count) > 0);
  });

  for (const [what, value] of [
    ['with a blank', 'a b'],
    ['of 256 characters', 'k'.repeat(256)],
    ['without characters', ''],
  ] as const) {
    it(`${what} is not valid`, async () => {
      assert.equal(await rejection(value), 'INVALID_IDEMPOTENCY_KEY');
      const init = { method: 'POST', headers: { ...restHeaders(identity), 'Idempotency-Key': value } };
      const { status, body } = await rest(gateway, '/api/v1/validate', { ...init, body: form({}) });
      assert.deepEqual([status, body.error.code], [400, 'invalid_idempotency_key']);
    });
  }
});

const restHeaders = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

describe('over REST', () => {
  const post = (path: string, key: string, body: object) =>
    rest(gateway, path, {
      method: 'POST',
      headers: { ...restHeaders(identity), 'Idempotency-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const upload = (key: string, mode: string) =>
    rest(gateway, '/api/v1/validate', {
      method: 'POST',
      headers: { ...restHeaders(identity), 'Idempotency-Key': key },
      body: form({ platform: 'platform_1', enforcement_mode: mode }, SAMPLE),
    });

  for (const [path, input] of [
    ['/api/v1/api-keys', { name: 'CI', scopes: ['analysis:write'] }],
    ['/api/v1/org-webhooks', { url: 'https://hooks.example.com/in' }],
  ] as const) {
    it(`POST ${path} makes one thing, and shows its secret again`, async () => {
      const key = randomUUID();
      const first = await post(path, key, input);
      const second = await post(path, key, input);
      assert.deepEqual([first.status, second.status], [201, 201]);
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get('location'), first.headers.get('location'));
      assert.deepEqual(
        [first, second].map(({ headers }) => headers.get('idempotent-replayed')),
        [null, 'true'],
      );
      const secret = first.body.secret ?? first.body.key;
      assert.equal(typeof secret, 'string');
      const [row] = await owner`
        select position(${Buffer.from(secret)} in answer) as at from idempotency_keys where key = ${key}`;
      assert.equal(row?.at, 0, 'the secret does not lie in the database');
      const third = await post(path, key, { ...input, description: 'x', name: 'y' });
      assert.ok([400, 409].includes(third.status));
    });
  }

  it('a validation that blocks blocks again', async () => {
    const first = await upload('blocking', 'blocking');
    const second = await upload('blocking', 'blocking');
    assert.equal(first.status, 422);
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual((await upload('blocking', 'advisory')).body.error.code, 'idempotency_key_reused');
  });

  it('an archive is one project, however often it comes', async () => {
    const who = await core.identity();
    const submit = (archive: Buffer) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(archive)]), 'robot.zip');
      const headers = { ...restHeaders(who), 'Idempotency-Key': 'robot' };
      return rest(gateway, '/api/v1/validate/project', { method: 'POST', headers, body });
    };
    const archive = zip([{ name: 'Main.xaml', content: SAMPLE }]);
    const first = await submit(archive);
    const second = await submit(archive);
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body]);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    const other = await submit(zip([{ name: 'Other.xaml', content: SAMPLE }]));
    assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_key_reused']);
    const [rows] = await owner`
      select (select count(*)::int from projects where org_id = ${who.orgId}) as projects,
        (select count(*)::int from blobs where org_id = ${who.orgId}) as blobs`;
    assert.deepEqual(rows, { projects: 1, blobs: 1 });
  });

  it('a key that is in use is rejected before the body is read', async () => {
    const key = { orgId: identity.orgId, key: 'in-use', request: null };
    const held = (await core.idempotency.claim(key, Buffer.alloc(32), 10_000)) as KeyClaim;
    const { status, body } = await upload('in-use', 'nonsense');
    assert.deepEqual([status, body.error.code], [409, 'idempotency_in_progress']);
    await held.release();
  });

  it('reading and changing take no key', async () => {
    const path = '/api/v1/organisation/settings';
    for (const method of ['GET', 'PATCH']) {
      const headers = { ...restHeaders(identity), 'Idempotency-Key': 'a b' };
      const { status } = await rest(gateway, path, { method, headers });
      assert.equal(status, 200);
    }
  });
});
