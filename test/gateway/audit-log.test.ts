/** The audit log over REST, with a whole core behind the gateway. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testCore } from '../support/core.ts';
import { call, callAs } from './api.ts';
import { startTestGateway } from './support.ts';

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
    const wish = { name, scopes: ['analysis:read'] };
    const headers = { 'X-Request-Id': `request-${name}` };
    const made = await callAs(admin, gateway, 'POST', '/api/v1/api-keys', wish, headers);
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

test('the log of another organisation is not seen, and the scope org:admin is needed', async () => {
  assert.deepEqual((await get('', await core.identity())).body.entries, []);
  const manager = await core.identity(['keys:manage'], admin.orgId);
  assert.equal((await get('', manager)).body.error.code, 'insufficient_scope');
});
