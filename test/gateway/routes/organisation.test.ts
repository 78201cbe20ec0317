/** Settings, environments and members over REST, with a whole core behind the gateway. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testCore } from '../../support/service/core.ts';
import { call, callAs } from '../support/api.ts';
import { startTestGateway } from '../support/support.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();
const SETTINGS = '/api/v1/organisation/settings';
const ENVIRONMENTS = '/api/v1/environments';

function send(method: string, path: string, body?: unknown, headers = {}, identity = admin) {
  return callAs(identity, gateway, method, path, body, headers);
}

test('settings are read, changed against their version, and set back by null', async () => {
  const first = await send('GET', SETTINGS);
  assert.equal(first.headers.get('etag'), '"0"');
  assert.equal(first.body.scoreAlertThreshold, null);
  assert.equal(first.body.updatedAt, null);
  const known = { 'If-Match': '"0"' };
  const changed = await send('PATCH', SETTINGS, { scoreAlertThreshold: 70, ruleset: 'strict' }, known);
  assert.equal(changed.status, 200);
  assert.equal(changed.headers.get('etag'), '"1"');
  assert.deepEqual([changed.body.scoreAlertThreshold, changed.body.ruleset], [70, 'strict']);
  const late = await send('PATCH', SETTINGS, { ruleset: 'security' }, known);
  assert.deepEqual([late.status, late.body.error.code], [412, 'etag_mismatch']);
  const back = await send('PATCH', SETTINGS, { score_alert_threshold: null }, { 'If-Match': '*' });
  assert.deepEqual([back.body.scoreAlertThreshold, back.body.ruleset], [null, 'strict']);
});

test('default branches are set, and null goes back to main and master', async () => {
  const branches = async (defaultBranches: readonly string[] | null) =>
    (await send('PATCH', SETTINGS, { defaultBranches })).body.defaultBranches;
  assert.deepEqual(await branches(['trunk', 'refs/heads/release', 'trunk']), ['trunk', 'refs/heads/release']);
  assert.deepEqual((await send('GET', SETTINGS)).body.defaultBranches, ['trunk', 'refs/heads/release']);
  assert.deepEqual(await branches(null), ['main', 'master']);
});

test('an organisation is named, once and for itself alone', async () => {
  const other = await core.identity();
  const before = await send('GET', SETTINGS, undefined, {}, other);
  assert.equal((await send('PATCH', SETTINGS, { name: 'Example Bank' })).body.name, 'Example Bank');
  assert.equal((await send('GET', SETTINGS)).body.name, 'Example Bank');
  assert.equal((await send('GET', SETTINGS, undefined, {}, other)).body.name, before.body.name);
  const [entry] = (await send('GET', '/api/v1/audit-log?action=settings.updated')).body.entries;
  assert.deepEqual(entry.changes, [{ field: 'name', from: before.body.name, to: 'Example Bank' }]);
});

test('a change that names nothing changes nothing', async () => {
  const before = await send('GET', SETTINGS);
  const after = await send('PATCH', SETTINGS, {});
  assert.deepEqual([after.status, after.headers.get('etag')], [200, before.headers.get('etag')]);
  assert.deepEqual(after.body, before.body);
});

const REJECTED: readonly (readonly [unknown, number, string])[] = [
  [{ colour: 'red' }, 400, 'unexpected_field'],
  [{ orgId: '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e' }, 400, 'unexpected_field'],
  [{ name: '' }, 400, 'invalid_field'],
  [{ name: null }, 400, 'invalid_field'],
  [{ name: 'x'.repeat(129) }, 400, 'invalid_field'],
  [{ enforcementMode: 'hard' }, 400, 'invalid_enforcement_mode'],
  [{ ruleset: 'moon' }, 400, 'unknown_ruleset'],
  [{ retentionDays: 401 }, 400, 'invalid_field'],
  [{ retentionDays: 0 }, 400, 'invalid_field'],
  [{ scoreAlertThreshold: 70.5 }, 400, 'invalid_field'],
  [{ defaultBranches: [] }, 400, 'invalid_field'],
  [{ defaultBranches: [''] }, 400, 'invalid_field'],
  [{ defaultBranches: ['x'.repeat(201)] }, 400, 'invalid_field'],
  [{ defaultBranches: Array.from({ length: 11 }, (_, index) => `b${index}`) }, 400, 'invalid_field'],
];
for (const [body, status, code] of REJECTED) {
  test(`a change of the settings to ${JSON.stringify(body)} is rejected`, async () => {
    const answer = await send('PATCH', SETTINGS, body);
    assert.deepEqual([answer.status, answer.body.error.code], [status, code]);
  });
}

test('an environment is added, read, changed and deleted', async () => {
  const made = await send('POST', ENVIRONMENTS, { name: 'uat', enforcementMode: 'blocking' });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('location'), `${ENVIRONMENTS}/uat`);
  assert.equal(made.headers.get('etag'), '"1"');
  assert.deepEqual((await send('GET', `${ENVIRONMENTS}/uat`)).body, made.body);
  const changed = await send('PATCH', `${ENVIRONMENTS}/uat`, { enforcementMode: null, description: 'Tests' });
  assert.deepEqual([changed.body.enforcementMode, changed.body.description], [null, 'Tests']);
  const stale = await send('DELETE', `${ENVIRONMENTS}/uat`, undefined, { 'If-Match': '"1"' });
  assert.equal(stale.status, 412);
  const { body } = await send('GET', ENVIRONMENTS);
  assert.deepEqual(
    body.environments.map(({ name }: { name: string }) => name),
    ['development', 'production', 'staging', 'test', 'uat'],
  );
  assert.equal((await send('DELETE', `${ENVIRONMENTS}/uat`)).status, 204);
  assert.equal((await send('GET', `${ENVIRONMENTS}/uat`)).status, 404);
  const again = await send('POST', ENVIRONMENTS, { name: 'test' });
  assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict']);
});

const MEMBERS = '/api/v1/members';

test('a member is added, listed, given another role and taken away', async () => {
  const made = await send('POST', MEMBERS, { role: 'viewer', email: ' Ada@Example.com' });
  assert.equal(made.status, 201);
  const address = made.headers.get('location') ?? '';
  assert.deepEqual((await send('GET', address)).body, made.body);
  assert.deepEqual(
    [made.body.email, made.body.status, made.body.joinedAt],
    ['ada@example.com', 'invited', null],
  );
  const listed = await send('GET', `${MEMBERS}?role=viewer&status=invited`);
  assert.deepEqual(listed.body, { members: [made.body], nextCursor: null, rolesFromTokens: false });
  const changed = await send('PATCH', address, { role: 'approver' });
  assert.deepEqual(changed.body, { ...made.body, role: 'approver' });
  const again = await send('POST', MEMBERS, { role: 'viewer', email: 'ada@example.com' });
  assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict']);
  assert.equal((await send('DELETE', address)).status, 204);
  assert.equal((await send('GET', address)).status, 404);
});

test('the removal of a member answers with the keys that were revoked, or retained on request', async () => {
  const { owner } = core.database;
  for (const [query, retained] of [
    ['', false],
    ['?keepKeys=false', false],
    ['?keep_keys=true', true],
  ] as const) {
    const subject = `auth0|${query}`;
    const member = await send('POST', MEMBERS, { role: 'viewer', subject });
    const made = await send('POST', '/api/v1/api-keys', { name: 'CI', scopes: ['analysis:read'] });
    const { id } = made.body.apiKey;
    await owner`update api_keys set created_by_kind = 'user', created_by_id = ${subject} where id = ${id}`;
    const { status, body } = await send('DELETE', `${MEMBERS}/${member.body.id}${query}`);
    assert.equal(status, 200);
    const ids = (keys: { id: string; status: string }[]) => keys.map((key) => [key.id, key.status]);
    assert.deepEqual(ids(body.revokedApiKeys), retained ? [] : [[id, 'revoked']]);
    assert.deepEqual(ids(body.keptApiKeys), retained ? [[id, 'active']] : []);
    assert.equal((await send('GET', `/api/v1/api-keys/${id}`)).body.status, retained ? 'active' : 'revoked');
    const headers = { 'X-Org-Id': admin.orgId, Authorization: `ApiKey ${made.body.secret}` };
    const used = await call(gateway, '/api/v1/usage', { headers });
    assert.equal(used.status, retained ? 200 : 401);
  }
  const { body } = await send('DELETE', `${MEMBERS}/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e?keepKeys=maybe`);
  assert.equal(body.error.code, 'invalid_field');
});

const NO_MEMBERS: readonly (readonly [unknown, string])[] = [
  [{ email: 'a@example.com' }, 'missing_field'],
  [{ role: 'viewer' }, 'missing_field'],
  [{ role: 'owner', email: 'a@example.com' }, 'invalid_field'],
  [{ role: 'viewer', email: 'example.com' }, 'invalid_email'],
  [{ role: 'viewer', email: 'a@example.com', admin: true }, 'unexpected_field'],
];
for (const [body, code] of NO_MEMBERS) {
  test(`a member ${JSON.stringify(body)} is rejected`, async () => {
    const answer = await send('POST', MEMBERS, body);
    assert.deepEqual([answer.status, answer.body.error.code], [400, code]);
  });
}

test('who may not manage learns so', async () => {
  const reader = await core.identity(['analysis:read'], admin.orgId);
  assert.equal((await send('GET', SETTINGS, undefined, {}, reader)).status, 200);
  assert.equal((await send('PATCH', SETTINGS, { ruleset: 'strict' }, {}, reader)).status, 403);
  assert.equal((await send('GET', ENVIRONMENTS, undefined, {}, reader)).status, 403);
  assert.equal((await send('GET', MEMBERS, undefined, {}, reader)).status, 403);
});
