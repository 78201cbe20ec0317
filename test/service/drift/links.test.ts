/** Links by REST: proposed, confirmed, rejected, and what they carry. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { callAs } from '../../gateway/support/api.ts';
import type { Identity } from '../../support/service/core.ts';
import { addArtefact, addSource } from '../../support/service/drift-rows.ts';
import { estateFile, estateService } from '../../support/service/estate-service.ts';
import type { Body } from '../../support/service/project-service.ts';

const { core, gateway, call, get, run } = await estateService();
const { owner } = core.database;

/** An organisation with an artefact whose file is that of a repository, and calls about its links. */
async function tenant() {
  const who = await core.identity();
  const sourceId = await addSource(owner, who.orgId, 'Production');
  const files = [{ path: 'Main.xaml', bytes: estateFile() }];
  const artefactId = await addArtefact(owner, who.orgId, sourceId, { name: 'InvoiceRobot', files });
  const propose = (fields: object = {}) =>
    call(who, 'POST', '/links', {
      sourceId,
      artefactId,
      repository: 'bank/robots',
      folder: 'src/',
      ...fields,
    });
  const decide = (id: string, state: string, by: Identity = who) =>
    callAs(by, gateway, 'PUT', `/api/v1/links/${id}`, { state });
  return { who, sourceId, artefactId, propose, decide };
}

/** Requests an exception for the repository's file. */
async function exception(who: Identity, validationId: string): Promise<Body> {
  const { findings } = await get(who, `/results/${validationId}`);
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const wanted = { validationId, findingId: findings[0].id, reason: 'accepted', expiresAt };
  const { status, body } = await call(who, 'POST', '/exceptions', wanted);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

describe('a link', () => {
  it('is proposed, and counts once it is confirmed', async () => {
    const { who, sourceId, artefactId, propose, decide } = await tenant();
    await run(who, { branch: 'main', path: 'src/Main.xaml' });
    const { status, body } = await propose();
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.sourceId, body.artefactId, body.artefact, body.state, body.decidedBy],
      [sourceId, artefactId, 'InvoiceRobot', 'proposed', null],
    );
    assert.equal((await get(who, '/drift')).items[0].link, null);
    const confirmed = await decide(body.id, 'confirmed');
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
    const [entry] = (await get(who, '/drift?repository=bank/robots')).items;
    assert.deepEqual(entry.link, { id: body.id, repository: 'bank/robots', folder: 'src/', prefix: null });
    assert.deepEqual([entry.state, entry.counts], ['same', { same: 1 }]);
    assert.deepEqual((await get(who, '/links?state=confirmed')).items, [confirmed.body]);
    await decide(body.id, 'refused');
    assert.equal((await get(who, '/drift')).items[0].link, null);
    const { entries } = await get(who, '/audit-log?targetKind=link');
    assert.deepEqual(
      entries.map(({ action }: Body) => action),
      ['link.refused', 'link.confirmed'],
    );
  });

  it('for a prefix says at each artefact what it covers', async () => {
    const { who, propose, decide } = await tenant();
    const { body } = await propose({ artefactId: '', prefix: 'Inv' });
    await decide(body.id, 'confirmed');
    const [entry] = (await get(who, '/drift')).items;
    assert.deepEqual([entry.link.id, entry.link.prefix], [body.id, 'Inv']);
  });

  it('is the only confirmed one of its artefact, and is proposed once', async () => {
    const { propose, decide } = await tenant();
    const first = await propose();
    assert.equal((await propose()).status, 409);
    const second = await propose({ folder: 'other/' });
    await decide(first.body.id, 'confirmed');
    const { status, body } = await decide(second.body.id, 'confirmed');
    assert.equal(status, 409);
    assert.match(body.error.message, /linked already/);
    await decide(first.body.id, 'refused');
    assert.equal((await decide(second.body.id, 'confirmed')).status, 200);
  });

  it('is confirmed once of two that are confirmed at the same time', async () => {
    const { propose, decide } = await tenant();
    for (let round = 0; round < 5; round += 1) {
      const links = [await propose({ folder: `${round}/a/` }), await propose({ folder: `${round}/b/` })];
      const answers = await Promise.all(links.map(({ body }) => decide(body.id, 'confirmed')));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      await Promise.all(links.map(({ body }) => decide(body.id, 'refused')));
    }
  });

  it('is of an artefact or a prefix of the organisation', async () => {
    const { propose } = await tenant();
    const other = await tenant();
    assert.equal((await propose({ artefactId: other.artefactId })).status, 404);
    assert.equal((await propose({ sourceId: randomUUID() })).status, 404);
    assert.equal((await propose({ sourceId: 'none' })).status, 404);
    assert.equal((await propose({ prefix: 'Bots/' })).status, 400);
    assert.equal((await propose({ artefactId: '', prefix: 'Bots/' })).status, 201);
    assert.equal((await other.decide(randomUUID(), 'confirmed')).status, 404);
  });

  it('to files with exceptions takes an approver other than each requester', async () => {
    const { who, propose, decide } = await tenant();
    const validationId = await run(who, { branch: 'main', path: 'src/Main.xaml', parts: ['secret'] });
    await exception(who, validationId);
    const { body: link } = await propose();
    const admin = await core.identity(['sources:manage'], who.orgId);
    const lacking = await decide(link.id, 'confirmed', admin);
    assert.equal(lacking.status, 403);
    assert.match(lacking.body.error.message, /exceptions:approve/);
    const own = await decide(link.id, 'confirmed');
    assert.equal(own.status, 403);
    assert.match(own.body.error.message, /You requested this exception yourself/);
    const [{ workflowId }] = (await get(who, '/workflows')).items;
    assert.equal((await call(who, 'DELETE', `/workflows/${workflowId}`)).status, 204);
    assert.equal((await decide(link.id, 'confirmed')).status, 403, 'a later run has the file again');
    const approver = await core.identity(['sources:manage', 'exceptions:approve'], who.orgId);
    assert.equal((await decide(link.id, 'confirmed', approver)).status, 200);
    const { body: elsewhere } = await propose({ folder: 'other/' });
    await decide(link.id, 'refused');
    assert.equal((await decide(elsewhere.id, 'confirmed', admin)).status, 200);
  });
});
