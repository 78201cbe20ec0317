/** The audit log over REST, with a whole core behind the gateway. */
import assert from 'node:assert/strict';
import { after, describe, it, test } from 'node:test';
import { testCore } from '../../support/service/core.ts';
import { call, callAs } from '../support/api.ts';
import { startTestGateway } from '../support/support.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();

const get = (query = '', identity = admin) =>
  call(gateway, `/api/v1/audit-log${query}`, {
    headers: { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId },
  });

test('what a request did is in the log with its id, newest first and page by page', async () => {
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C']) {
    const input = { name, scopes: ['analysis:read'] };
    const headers = { 'X-Request-Id': `request-${name}` };
    const made = await callAs(admin, gateway, 'POST', '/api/v1/api-keys', input, headers);
    ids.unshift(made.body.apiKey.id);
  }
  const first = await get('?pageSize=2');
  const second = await get(`?pageSize=2&cursor=${first.body.nextCursor}`);
  const entries = [...first.body.entries, ...second.body.entries];
  assert.equal(second.body.nextCursor, null);
  assert.deepEqual(
    entries.map(({ targetId, sequence }) => [targetId, sequence]),
    ids.map((id, index) => [id, 3 - index]),
  );
  const [entry] = entries;
  assert.equal(entry.requestId, 'request-C');
  assert.equal(entry.action, 'api_key.created');
  assert.equal(entry.actorName, 'Test key');
  assert.deepEqual(entry.details.scopes, ['analysis:read']);
});

test('the log can be narrowed to an action and an actor', async () => {
  assert.equal((await get('?action=api_key.created')).body.entries.length, 3);
  assert.equal((await get('?action=api_key.revoked')).body.entries.length, 0);
  assert.equal((await get('?actorId=nobody')).body.entries.length, 0);
  assert.equal((await get('?action=lost')).body.error.code, 'invalid_field');
  assert.equal((await get('?cursor=!!')).body.error.code, 'invalid_cursor');
});

test('the log can be narrowed to a target and a time', async () => {
  const [newest, middle, oldest] = (await get()).body.entries;
  const idsOf = async (query: string) =>
    (await get(query)).body.entries.map(({ targetId }: { targetId: string }) => targetId);
  assert.deepEqual(await idsOf(`?targetId=${middle.targetId}`), [middle.targetId]);
  assert.deepEqual(await idsOf(`?target_kind=api_key&target_id=${middle.targetId}`), [middle.targetId]);
  assert.deepEqual(await idsOf(`?targetKind=webhook`), []);
  assert.deepEqual(await idsOf(`?since=${newest.occurredAt}`), [newest.targetId]);
  assert.deepEqual(await idsOf(`?until=${middle.occurredAt}`), [oldest.targetId]);
  assert.deepEqual(await idsOf(`?since=${middle.occurredAt}&until=${newest.occurredAt}`), [middle.targetId]);
  assert.equal((await get('?targetKind=lost')).body.error.code, 'invalid_field');
  assert.equal((await get('?since=yesterday')).body.error.code, 'invalid_field');
});

describe('an entry shows old and new values', () => {
  const who = core.identity();
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await callAs(await who, gateway, method, `/api/v1${path}`, body, {
      'X-Service-Case': 'camel',
    });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const changesOf = async (action: string) => {
    const { entries } = (await get(`?action=${action}&pageSize=1`, await who)).body;
    return entries[0].changes;
  };

  it('of settings', async () => {
    await send('PATCH', '/organisation/settings', { scoreAlertThreshold: 60 });
    await send('PATCH', '/organisation/settings', { scoreAlertThreshold: 80, ruleset: 'strict' });
    assert.deepEqual(await changesOf('settings.updated'), [
      { field: 'ruleset', from: 'default', to: 'strict' },
      { field: 'scoreAlertThreshold', from: 60, to: 80 },
    ]);
  });

  it('of environments', async () => {
    await send('POST', '/environments', { name: 'audited', enforcementMode: 'warning' });
    assert.deepEqual(await changesOf('environment.created'), [
      { field: 'enforcementMode', from: null, to: 'warning' },
    ]);
    await send('PATCH', '/environments/audited', { enforcementMode: 'blocking' });
    const expected = [{ field: 'enforcementMode', from: 'warning', to: 'blocking' }];
    assert.deepEqual(await changesOf('environment.updated'), expected);
    await send('DELETE', '/environments/audited');
    assert.deepEqual(await changesOf('environment.deleted'), [
      { field: 'enforcementMode', from: 'blocking', to: null },
    ]);
  });

  it('of roles of members', async () => {
    const { id } = await send('POST', '/members', { role: 'viewer', email: 'ada@example.com' });
    await send('PATCH', `/members/${id}`, { role: 'auditor' });
    const expected = [{ field: 'role', from: 'viewer', to: 'auditor' }];
    assert.deepEqual(await changesOf('member.role_changed'), expected);
  });

  it('of scopes and states of API keys, and never their secrets', async () => {
    const { apiKey, secret } = await send('POST', '/api-keys', { name: 'CI', scopes: ['analysis:read'] });
    const created = await changesOf('api_key.created');
    assert.deepEqual(created.slice(0, 2), [
      { field: 'name', from: null, to: 'CI' },
      { field: 'scopes', from: null, to: ['analysis:read'] },
    ]);
    await send('PATCH', `/api-keys/${apiKey.id}`, { name: 'Nightly' });
    assert.deepEqual(await changesOf('api_key.updated'), [{ field: 'name', from: 'CI', to: 'Nightly' }]);
    await send('DELETE', `/api-keys/${apiKey.id}`);
    const revoked = [{ field: 'status', from: 'active', to: 'revoked' }];
    assert.deepEqual(await changesOf('api_key.revoked'), revoked);
    assert.ok(!(await get('', await who)).text.includes(secret.slice(18)));
  });

  it('of addresses of webhooks, without what may be a token in them', async () => {
    const url = 'https://hooks.example.com/services/T0/secretpath';
    const made = await send('POST', '/org-webhooks', { url, target: 'chat-a' });
    const created = await changesOf('webhook.created');
    assert.deepEqual(created.slice(0, 2), [
      { field: 'url', from: null, to: 'https://hooks.example.com/…' },
      { field: 'target', from: null, to: 'chat-a' },
    ]);
    const moved = { url: 'https://chat.example.com/hooks/secretpath', status: 'disabled' };
    await send('PATCH', `/org-webhooks/${made.id}`, moved);
    assert.deepEqual(await changesOf('webhook.updated'), [
      { field: 'url', from: 'https://hooks.example.com/…', to: 'https://chat.example.com/…' },
      { field: 'status', from: 'enabled', to: 'disabled' },
    ]);
    assert.doesNotMatch((await get('', await who)).text, /secretpath/);
  });
});

test('the log of another organisation is not seen, and the scope audit:read is needed', async () => {
  assert.deepEqual((await get('', await core.identity())).body.entries, []);
  const manager = await core.identity(['keys:manage'], admin.orgId);
  const { error } = (await get('', manager)).body;
  assert.equal(error.code, 'insufficient_scope');
  assert.match(error.message, /lacks the scope audit:read/);
});

test('a key with audit:read, or with org:admin from before there was that scope, reads the log', async () => {
  for (const scope of ['audit:read', 'org:admin'] as const) {
    const reader = await core.identity([scope], admin.orgId);
    assert.ok((await get('', reader)).body.entries.length > 0, scope);
  }
  const reader = await core.identity(['audit:read'], admin.orgId);
  for (const path of ['/api/v1/members', '/api/v1/api-keys', '/api/v1/validations']) {
    const { body } = await callAs(reader, gateway, 'GET', path);
    assert.equal(body.error.code, 'insufficient_scope', path);
  }
});
