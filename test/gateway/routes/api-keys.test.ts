/** API keys over REST, with a whole core behind the gateway. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testCore } from '../../support/service/core.ts';
import { callAs } from '../support/api.ts';
import { startTestGateway } from '../support/support.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();
const PATH = '/api/v1/api-keys';

function send(method: string, path: string, body?: unknown, identity = admin, headers = {}) {
  return callAs(identity, gateway, method, path, body, headers);
}

test('a key is created, read, listed, rotated and revoked', async () => {
  const made = await send('POST', PATH, { name: 'CI', scopes: ['keys:manage'] });
  assert.equal(made.status, 201);
  const { id } = made.body.apiKey;
  assert.equal(made.headers.get('location'), `${PATH}/${id}`);
  const fresh = { orgId: admin.orgId, key: made.body.secret };
  const read = await send('GET', `${PATH}/${id}`, undefined, fresh);
  assert.deepEqual({ ...read.body, lastUsedAt: null }, made.body.apiKey);
  assert.ok(read.body.lastUsedAt);
  const list = await send('GET', `${PATH}?pageSize=1&status=active`);
  assert.deepEqual(
    list.body.apiKeys.map((key: { id: string }) => key.id),
    [id],
  );
  assert.ok(list.body.nextCursor);
  const rotated = await send('POST', `${PATH}/${id}/rotate`);
  assert.equal(rotated.status, 200);
  assert.equal(rotated.body.apiKey.id, id);
  assert.notEqual(rotated.body.secret, made.body.secret);
  assert.equal((await send('DELETE', `${PATH}/${id}`)).status, 204);
  assert.equal((await send('GET', `${PATH}/${id}`)).body.status, 'revoked');
});

test('a key is renamed and given a spelling, and null takes it back', async () => {
  const made = await send('POST', PATH, { name: 'CI', scopes: ['analysis:read'], wireCase: 'camel' });
  const address = `${PATH}/${made.body.apiKey.id}`;
  const changed = await send('PATCH', address, { name: 'Nightly', wire_case: 'snake' });
  assert.deepEqual(changed.body, { ...made.body.apiKey, name: 'Nightly', wireCase: 'snake' });
  assert.equal((await send('PATCH', address, { wireCase: null })).body.wireCase, null);
  const rejected = await send('PATCH', address, { name: '' });
  assert.deepEqual([rejected.status, rejected.body.error.code], [400, 'invalid_field']);
});

test('a body may be written in snake_case, and is answered so on request', async () => {
  const body = {
    name: 'CI',
    scopes: ['analysis:read'],
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  };
  const { status, body: made } = await send('POST', PATH, body, admin, { 'X-Service-Case': 'snake' });
  assert.equal(status, 201);
  assert.equal(made.api_key.expires_at, body.expires_at);
});

const BAD: readonly (readonly [string, unknown, number, string])[] = [
  ['without a name', { scopes: ['analysis:read'] }, 400, 'missing_field'],
  ['with an empty name', { name: '', scopes: ['analysis:read'] }, 400, 'invalid_field'],
  ['without scopes', { name: 'CI', scopes: [] }, 400, 'invalid_field'],
  ['with an unknown scope', { name: 'CI', scopes: ['root'] }, 400, 'invalid_field'],
  ['with another member', { name: 'CI', scopes: ['analysis:read'], admin: true }, 400, 'unexpected_field'],
  [
    'with a date that is none',
    { name: 'CI', scopes: ['analysis:read'], expiresAt: 'soon' },
    400,
    'invalid_field',
  ],
];
for (const [what, body, status, code] of BAD) {
  test(`a key ${what} → ${status} ${code}`, async () => {
    const answer = await send('POST', PATH, body);
    assert.deepEqual([answer.status, answer.body.error.code], [status, code]);
  });
}

test('a caller without keys:manage is rejected before the body is read', async () => {
  const reader = await core.identity(['analysis:read'], admin.orgId);
  const answer = await send('POST', PATH, { nonsense: 1 }, reader);
  assert.deepEqual([answer.status, answer.body.error.code], [403, 'insufficient_scope']);
});

test("another organisation's key, an unknown one and a malformed id have the same answer", async () => {
  const stranger = await core.identity();
  const { body } = await send('POST', PATH, { name: 'Ours', scopes: ['analysis:read'] });
  for (const [method, suffix] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
  ] as const) {
    const texts = new Set<string>();
    for (const id of [body.apiKey.id, '00000000', 'x']) {
      const answer = await send(method, `${PATH}/${id}${suffix}`, undefined, stranger);
      assert.equal(answer.status, 404);
      texts.add(answer.text.replaceAll(id, 'ID'));
    }
    assert.equal(texts.size, 1, [...texts].join('\n'));
  }
});
