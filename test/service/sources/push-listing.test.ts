/** Listings of pushed pulls that a hostile or careless sender makes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nupkg } from '../../support/remotes/orchestrator-tenant.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, gateway } = await projectService();

async function call(who: Identity, method: string, path: string, body?: unknown) {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...headers(who), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

const UIPATH = { platform: 'uipath', url: 'https://orchestrator.acme.example/', onPremises: true };
const POWER = {
  platform: 'power-platform',
  url: 'https://acme.crm4.dynamics.com',
  tenant: 'acme.onmicrosoft.com',
};

/** Begins a pull of a new source. Returns what sends to it, and what reads it. */
async function begin(tenant: typeof UIPATH | typeof POWER = UIPATH) {
  const admin = await core.identity();
  const made = await call(admin, 'POST', '/api/v1/api-keys', { name: 'Push', scopes: ['sources:send'] });
  const sender = { orgId: admin.orgId, key: made.body.secret };
  const source = { kind: 'pushed', name: 'Vault', senderKeyId: made.body.apiKey.id, ...tenant };
  const added = await call(admin, 'POST', '/api/v1/sources', source);
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const { url, ...rest } = tenant;
  const path = `/api/v1/sources/${added.body.id}/pushes`;
  const begun = await call(sender, 'POST', path, { ...rest, urls: [url] });
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  const own = `${path}/${begun.body.pull.id}`;
  const send = async (content: string | Uint8Array<ArrayBuffer>, artefactId?: string) => {
    const form = new FormData();
    form.set('turn', begun.body.turn);
    if (artefactId !== undefined) form.set('artefactId', artefactId);
    form.set('file', new Blob([content]), 'file');
    const response = await fetch(`${gateway.url}${own}/files`, {
      method: 'POST',
      headers: headers(sender),
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  return { send, read: async () => (await call(sender, 'GET', own)).body };
}

const feed = { key: 'feed:tenant', path: 'tenant', kind: 'feed', place: { feedId: '' }, state: 'ok' };
const folder = { key: 'folder:1', path: 'Robots', kind: 'folder', place: { folderId: '1' }, state: 'ok' };
const rowOf = (name: string, version = '1.0.0', row = name) => ({
  row,
  name,
  version,
  runsIn: 'Robots',
  place: { feedId: '' },
});
/** Writes a listing. */
const listing = (...lines: readonly object[]) =>
  [...lines, { end: true }].map((line) => JSON.stringify(line)).join('\n');

describe('a listing', () => {
  it('may have every character in its names', async () => {
    const { send } = await begin();
    const names = ['A\u2028B', 'A\u0000', 'A\uD800', '../../A', '\u009B31m'];
    const sent = await send(listing({ part: feed }, { part: folder }, ...names.map((name) => rowOf(name))));
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    // The second and the third are one in the database.
    assert.equal(sent.body.pull.toFetch, 4);
  });

  it('names an artefact once, however often it has it', async () => {
    const { send } = await begin(POWER);
    const path = 'acme.crm4.dynamics.com';
    const part = { key: 'flows:acme', path, kind: 'environment', place: {}, state: 'ok' };
    const flow = (row: string, more: object) => ({
      ...{ row, name: 'Flow', version: '1', runsIn: path },
      place: { origin: POWER.url, id: 'x', etag: '1', kind: 'flow', ...more },
    });
    const sent = await send(listing({ part }, flow('1', {}), flow('2', {}), flow('3', { reason: 'draft' })));
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    assert.equal(sent.body.pull.toFetch, 1);
  });

  it('is stored whole when it is large, and wants no more than there is room for', async () => {
    const { send, read } = await begin();
    const rows = Array.from({ length: 12_000 }, (_, at) => rowOf(`P${at % 6_000}`, `1.${at}.0`, `${at}`));
    const sent = await send(listing({ part: feed }, { part: folder }, ...rows));
    assert.equal(sent.body.pull.toFetch, 6_000, JSON.stringify(sent.body));
    const { wanted } = await read();
    assert.equal(wanted.length, 20);
    assert.ok(wanted.every(({ name, version }: Body) => version === `1.${6_000 + Number(name.slice(1))}.0`));
    const archive = new Uint8Array(nupkg('P', '1.0.0', { 'Main.xaml': '<Activity/>' }));
    for (const { id } of wanted.slice(0, 19)) assert.equal((await send(archive, id)).status, 200);
    const left = await read();
    assert.deepEqual([left.wanted.length, left.full], [1, false]);
    await send(archive, left.wanted[0].id);
    assert.deepEqual((await read()).full, true);
  });

  it('is rejected with a message about its fault', async () => {
    const wide = String.fromCharCode(
      ...Array.from({ length: 500 }, (_, at) => 0x4e00 + ((at * 7919) % 20_000)),
    );
    const faults: readonly (readonly [string, RegExp])[] = [
      [`{"a":[${'[],'.repeat(1_000_000)}[]]}`, /Line 1 of the listing has more than 262,144 bytes/],
      [`${'['.repeat(200_000)}`, /Line 1 of the listing is no JSON object/],
      [
        listing({ part: { ...folder, key: 'k\u0000' } }, { part: { ...folder, key: 'k\uD800' } }),
        /Line 2 of the listing is a part that came before/,
      ],
      [listing({ part: { ...feed, path: wide } }, { part: folder }, rowOf(wide)), /more than 2,000 bytes/],
    ];
    const { send } = await begin();
    for (const [content, message] of faults) {
      const { status, body } = await send(content);
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(body.error.message, message);
    }
  });
});
