import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '../../src/errors.ts';
import { ApiKeyServiceService as Keys } from '../../src/gen/flowarden/v1/api_key.ts';
import { RuleServiceService } from '../../src/gen/flowarden/v1/rule.ts';
import { makeApiKey } from '../../src/service/access/api-key.ts';
import type { Scope } from '../../src/service/access/scopes.ts';
import { ORGANISATION_LIMITS } from '../../src/service/organisations/limits.ts';
import { type Identity, testCore } from '../support/service/core.ts';

const core = await testCore();
const { owner } = core.database;
const DAY_MS = 86_400_000;
const admin = await core.identity();
const orgId = admin.orgId;

const create = (name: string, scopes: readonly string[] = ['analysis:write'], identity: Identity = admin) =>
  core.call(
    Keys.createApiKey,
    { name, scopes: [...scopes], expiresAt: undefined, wireCase: '', teamId: '' },
    identity,
  );
const works = (secret: string) =>
  core.call(RuleServiceService.listPlatforms, {}, { orgId, key: secret }).then(
    () => true,
    () => false,
  );
const auditOf = async (id: string) =>
  (await owner`select action from audit_entries where target_id = ${id} order by sequence`).map(
    ({ action }) => action,
  );
/** As if this time had passed since the key was made and last rotated. */
const age = (id: string, days: number) => owner`
  update api_keys set created_at = created_at - make_interval(days => ${days}),
    rotated_at = rotated_at - make_interval(days => ${days}),
    expires_at = expires_at - make_interval(days => ${days}) where id = ${id}`;

test('a new key works at once, lives 365 days, and its secret is stored nowhere', async () => {
  const { apiKey, secret } = await create('  CI of invoices ');
  assert.ok(apiKey);
  assert.equal(apiKey.name, 'CI of invoices');
  assert.equal(apiKey.status, 'active');
  assert.equal(apiKey.createdBy, 'Test key');
  assert.deepEqual(apiKey.scopes, ['analysis:write']);
  assert.ok(Math.abs(Number(apiKey.expiresAt) - Date.now() - 365 * DAY_MS) < 60_000);
  assert.ok(await works(secret));
  const [row] = await owner`
    select (select to_jsonb(k)::text from api_keys k where id = ${apiKey.id})
      || (select jsonb_agg(to_jsonb(a))::text from audit_entries a where target_id = ${apiKey.id}) as everything`;
  assert.ok(!row!.everything.includes(secret.split('_')[3]));
  assert.deepEqual(await auditOf(apiKey.id), ['api_key.created']);
});

test('a maker grants no scope that it lacks', async () => {
  const manager = await core.identity(['keys:manage', 'analysis:read'], orgId);
  const granted = await create('Reader', ['analysis:read'], manager);
  assert.deepEqual(granted.apiKey?.scopes, ['analysis:read']);
  const { reason, message } = await core.rejection(
    Keys.createApiKey,
    { name: 'Admin', scopes: ['analysis:read', 'org:admin'], expiresAt: undefined, wireCase: '', teamId: '' },
    manager,
  );
  assert.equal(reason, 'INSUFFICIENT_SCOPE');
  assert.match(message, /lack org:admin/);
});

test('who lacks a scope of a key cannot get it by rotating that key, but can revoke the key', async () => {
  const { apiKey } = await create('Admin', ['org:admin']);
  const manager = await core.identity(['keys:manage'], orgId);
  const request = { id: apiKey!.id, overlapSeconds: 0, expiresAt: undefined };
  assert.equal((await core.rejection(Keys.rotateApiKey, request, manager)).reason, 'INSUFFICIENT_SCOPE');
  await core.call(Keys.revokeApiKey, { id: apiKey!.id }, manager);
  assert.deepEqual(await auditOf(apiKey!.id), ['api_key.created', 'api_key.revoked']);
});

const BAD: readonly (readonly [
  string,
  Partial<Parameters<typeof Keys.createApiKey.requestSerialize>[0]>,
  ErrorCode,
])[] = [
  ['without a name', { name: ' ' }, 'missing_field'],
  ['with a name that is too long', { name: 'x'.repeat(101) }, 'invalid_field'],
  ['with a line break in its name', { name: 'a\nb' }, 'invalid_field'],
  ['without scopes', { scopes: [] }, 'missing_field'],
  ['with a scope that does not exist', { scopes: ['analysis:write', 'root'] }, 'invalid_field'],
  ['that has expired already', { expiresAt: new Date(Date.now() - 1_000) }, 'invalid_field'],
  ['with a spelling that does not exist', { wireCase: 'kebab' }, 'invalid_field'],
  ['that lives for ever', { expiresAt: new Date('9999-01-01T00:00:00Z') }, 'invalid_field'],
];
for (const [what, fields, code] of BAD) {
  test(`a key ${what} → ${code}`, async () => {
    const request = {
      name: 'CI',
      scopes: ['analysis:write'],
      expiresAt: undefined,
      wireCase: '',
      teamId: '',
      ...fields,
    };
    assert.equal((await core.rejection(Keys.createApiKey, request, admin)).reason, code.toUpperCase());
  });
}

test('the name and the spelling of a key can be changed, and nothing else', async () => {
  const { apiKey } = await create('Old name');
  const { id } = apiKey!;
  const change = (updateMask: string[], values: { name?: string; wireCase?: string }) => ({
    id,
    name: '',
    wireCase: '',
    ...values,
    updateMask,
  });
  const { apiKey: renamed } = await core.call(
    Keys.updateApiKey,
    change(['name', 'wire_case'], { name: 'New name', wireCase: 'snake' }),
    admin,
  );
  assert.deepEqual(renamed, { ...apiKey, name: 'New name', wireCase: 'snake' });
  const { apiKey: unset } = await core.call(Keys.updateApiKey, change(['wire_case'], {}), admin);
  assert.deepEqual(unset, { ...apiKey, name: 'New name' });
  assert.deepEqual(await auditOf(id), ['api_key.created', 'api_key.updated', 'api_key.updated']);
  for (const [path, reason] of [
    ['name', 'MISSING_FIELD'],
    ['scopes', 'INVALID_FIELD'],
  ] as const)
    assert.equal((await core.rejection(Keys.updateApiKey, change([path], {}), admin)).reason, reason);
});

test('rotation preserves the id; the old secret works through the overlap and not after it', async () => {
  const { apiKey, secret: old } = await create('Rotated');
  const { id } = apiKey!;
  const { apiKey: rotated, secret } = await core.call(
    Keys.rotateApiKey,
    { id, overlapSeconds: 3_600, expiresAt: undefined },
    admin,
  );
  assert.equal(rotated?.id, id);
  assert.notEqual(secret, old);
  assert.ok(Math.abs(Number(rotated?.previousSecretExpiresAt) - Date.now() - 3_600_000) < 60_000);
  assert.ok(await works(secret));
  assert.ok(await works(old));
  await owner`update api_keys set previous_key_until = now() - interval '1 second' where id = ${id}`;
  const later = core.freshAuthenticate();
  const rejected = later({ authorization: [`ApiKey ${old}`], orgId: [orgId] });
  await assert.rejects(rejected, { code: 'credentials_expired', message: /rotated/ });
  await later({ authorization: [`ApiKey ${secret}`], orgId: [orgId] });
});

test('rotation without an overlap ends the old secret, and one from an earlier overlap', async () => {
  const { apiKey, secret: first } = await create('Rotated twice');
  const rotate = (overlapSeconds: number) =>
    core.call(Keys.rotateApiKey, { id: apiKey!.id, overlapSeconds, expiresAt: undefined }, admin);
  const { secret: second } = await rotate(600);
  const { secret: third } = await rotate(0);
  const check = core.freshAuthenticate();
  for (const secret of [first, second]) {
    const rejected = check({ authorization: [`ApiKey ${secret}`], orgId: [orgId] });
    await assert.rejects(rejected, { code: 'invalid_credentials', message: /a rotation has replaced it/ });
  }
  await check({ authorization: [`ApiKey ${third}`], orgId: [orgId] });
  assert.deepEqual(await auditOf(apiKey!.id), ['api_key.created', 'api_key.rotated', 'api_key.rotated']);
});

test('a rotated key lives as long again as it was made to, also when it had expired', async () => {
  const expiresAt = new Date(Date.now() + 30 * DAY_MS);
  const { apiKey } = await core.call(
    Keys.createApiKey,
    { name: 'Short', scopes: ['analysis:read'], expiresAt, wireCase: '', teamId: '' },
    admin,
  );
  const { id } = apiKey!;
  await age(id, 31);
  assert.equal((await core.call(Keys.getApiKey, { id }, admin)).apiKey?.status, 'expired');
  const rotated = await core.call(Keys.rotateApiKey, { id, overlapSeconds: 0, expiresAt: undefined }, admin);
  assert.equal(rotated.apiKey?.status, 'active');
  assert.ok(Math.abs(Number(rotated.apiKey?.expiresAt) - Date.now() - 30 * DAY_MS) < 60_000);
});

test('an overlap neither revives an expired secret nor prolongs one that ends sooner', async () => {
  const overlap = { overlapSeconds: 3_600, expiresAt: new Date(Date.now() + 30 * DAY_MS) };
  for (const [left, code] of [
    ['-1 second', 'invalid_credentials'],
    ['20 minutes', 'credentials_expired'],
  ] as const) {
    const { apiKey, secret: old } = await create('Ending');
    const { id } = apiKey!;
    await owner`update api_keys set expires_at = now() + ${left}::interval where id = ${id}`;
    const { apiKey: rotated } = await core.call(Keys.rotateApiKey, { id, ...overlap }, admin);
    const until = rotated!.previousSecretExpiresAt;
    if (left === '-1 second') assert.equal(until, undefined);
    else assert.ok(Math.abs(Number(until) - Date.now() - 20 * 60_000) < 60_000);
    await owner`update api_keys set previous_key_until = previous_key_until - interval '21 minutes' where id = ${id}`;
    const presented = core.freshAuthenticate()({ authorization: [`ApiKey ${old}`], orgId: [orgId] });
    await assert.rejects(presented, { code });
  }
});

test('an overlap beyond seven days, or below zero, is rejected', async () => {
  const { apiKey } = await create('Overlap');
  for (const overlapSeconds of [-1, 604_801]) {
    const request = { id: apiKey!.id, overlapSeconds, expiresAt: undefined };
    assert.equal((await core.rejection(Keys.rotateApiKey, request, admin)).reason, 'INVALID_FIELD');
  }
});

/** Requires that no call which begins five seconds from now, or later, works. */
async function stops(isWorking: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + ORGANISATION_LIMITS.accessCacheMsMax;
  for (;;) {
    const isLate = Date.now() > endMs;
    if (!(await isWorking())) return;
    assert.ok(!isLate, 'the key still works');
    await sleep(200);
  }
}

test('a key that one core has revoked stops at another within five seconds', async () => {
  const other = await testCore({ database: core.database });
  const { apiKey, secret } = await create('Revoked elsewhere');
  const worksThere = () =>
    other.call(RuleServiceService.listPlatforms, {}, { orgId, key: secret }).then(
      () => true,
      () => false,
    );
  assert.ok(await worksThere());
  await core.call(Keys.revokeApiKey, { id: apiKey!.id }, admin);
  await stops(worksThere);
});

test('a revoked key stops within five seconds, cannot be rotated, and revoking it again changes nothing', async () => {
  const { apiKey, secret } = await create('Revoked');
  const { id } = apiKey!;
  assert.ok(await works(secret));
  await core.call(Keys.revokeApiKey, { id }, admin);
  await stops(() => works(secret));
  const { apiKey: first } = await core.call(Keys.getApiKey, { id }, admin);
  await core.call(Keys.revokeApiKey, { id }, admin);
  const { apiKey: second } = await core.call(Keys.getApiKey, { id }, admin);
  assert.equal(second?.status, 'revoked');
  assert.deepEqual(second, first);
  assert.deepEqual(await auditOf(id), ['api_key.created', 'api_key.revoked']);
  const request = { id, overlapSeconds: 0, expiresAt: undefined };
  assert.equal((await core.rejection(Keys.rotateApiKey, request, admin)).reason, 'STATE_CONFLICT');
});

test('the pages of the list hold every key once, newest first', async () => {
  const identity = await core.identity();
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1)
    made.unshift((await create(`Key ${index}`, ['keys:manage'], identity)).apiKey!.id);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await core.call(Keys.listApiKeys, { pageSize: 2, cursor, status: '' }, identity);
    seen.push(...page.apiKeys.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== '');
  assert.equal(seen.length, 6);
  assert.deepEqual(seen.slice(0, 5), made);
});

test('the list can be narrowed by status', async () => {
  const identity = await core.identity();
  const expired = (await create('Expired', ['keys:manage'], identity)).apiKey!.id;
  const revoked = (await create('Revoked', ['keys:manage'], identity)).apiKey!.id;
  await age(expired, 400);
  await core.call(Keys.revokeApiKey, { id: revoked }, identity);
  const idsOf = async (status: string) =>
    (await core.call(Keys.listApiKeys, { pageSize: 0, cursor: '', status }, identity)).apiKeys.map(
      ({ id }) => id,
    );
  assert.deepEqual(await idsOf('expired'), [expired]);
  assert.deepEqual(await idsOf('revoked'), [revoked]);
  assert.equal((await idsOf('active')).length, 1);
  const bad = { pageSize: 0, cursor: '', status: 'lost' };
  assert.equal((await core.rejection(Keys.listApiKeys, bad, identity)).reason, 'INVALID_FIELD');
});

test("another organisation's key is as unknown as one that does not exist", async () => {
  const stranger = await core.identity();
  const { apiKey } = await create('Ours');
  for (const method of [Keys.getApiKey, Keys.updateApiKey, Keys.rotateApiKey, Keys.revokeApiKey] as const) {
    const answers = [];
    for (const id of [apiKey!.id, makeApiKey().id, '', '\0', "' or 1=1"]) {
      const request = { id, overlapSeconds: 0, expiresAt: undefined, updateMask: [] };
      const { reason, message } = await core.rejection(method as typeof Keys.rotateApiKey, request, stranger);
      answers.push([reason, message.replace(JSON.stringify(id), 'ID')]);
    }
    assert.equal(new Set(answers.map(String)).size, 1, String(answers));
    assert.equal(answers[0]![0], 'NOT_FOUND');
  }
  assert.equal((await core.call(Keys.getApiKey, { id: apiKey!.id }, admin)).apiKey?.status, 'active');
});

test('no method works without keys:manage', async () => {
  const scopes: readonly Scope[] = ['analysis:write', 'org:admin', 'policies:write'];
  const other = await core.identity(scopes, orgId);
  for (const method of Object.values(Keys)) {
    const empty = method.requestDeserialize(Buffer.alloc(0)) as { id: string };
    const rejection = await core.rejection(method as typeof Keys.getApiKey, empty, other);
    assert.equal(rejection.reason, 'INSUFFICIENT_SCOPE', method.path);
  }
});
