/** Saved views over REST: whose they are, who sees and deletes them, and their limits. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { addView, readViews } from '../../../src/service/views/views.ts';
import { callAs } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { testCore } from '../../support/service/core.ts';

const PATH = '/api/v1/views';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { owner, app } = core.database;

const view = (name: string) => ({ name, screen: 'findings', query: 'severity=critical' });
const person = (id: string) => ({ id, isPerson: true, isAdmin: false, teams: null });

/** An organisation with a team, in which Ada is. */
async function organisation() {
  const admin = await core.identity();
  const { orgId } = admin;
  const member = uuidV7();
  await owner`
    insert into organisation_members (org_id, id, role, issuer, subject, email, created_by_name)
    values (${orgId}, ${member}, 'developer', 'urn:flowarden:local', 'ada', 'ada@example.com', 'Maria')`;
  const { body: team } = await callAs(admin, gateway, 'POST', '/api/v1/teams', {
    name: 'Robots',
    memberIds: [member],
  });
  const namesOf = async (id: string) => (await readViews(app, orgId, person(id))).map(({ name }) => name);
  return { admin, orgId, team, namesOf };
}

describe('a saved view', () => {
  it('is of the key that saved it, which lists and deletes it', async () => {
    const { admin } = await organisation();
    const reader = await core.identity(['analysis:read'], admin.orgId);
    const { status, body } = await callAs(reader, gateway, 'POST', PATH, view('Criticals'));
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.name, body.screen, body.query, body.teamId, body.team],
      ['Criticals', 'findings', 'severity=critical', null, null],
    );
    assert.deepEqual((await callAs(reader, gateway, 'GET', PATH)).body.views, [body]);
    assert.deepEqual((await callAs(admin, gateway, 'GET', PATH)).body.views, []);
    assert.equal((await callAs(admin, gateway, 'DELETE', `${PATH}/${body.id}`)).status, 404);
    assert.equal((await callAs(reader, gateway, 'DELETE', `${PATH}/${body.id}`)).status, 204);
    assert.deepEqual((await callAs(reader, gateway, 'GET', PATH)).body.views, []);
    assert.equal((await callAs(reader, gateway, 'DELETE', `${PATH}/nonsense`)).status, 404);
  });

  it('of a team is seen by its members and admins, and goes with the team', async () => {
    const { admin, orgId, team, namesOf } = await organisation();
    await callAs(admin, gateway, 'POST', PATH, { ...view('Of the team'), teamId: team.id });
    const own = { ...view('Of Ada'), teamId: null } as const;
    await addView(app, orgId, { owner: person('ada'), name: 'Ada' }, { ...own, screen: 'findings' });
    assert.deepEqual(await namesOf('ada'), ['Of Ada', 'Of the team']);
    assert.deepEqual(await namesOf('ben'), []);
    const { body } = await callAs(admin, gateway, 'GET', PATH);
    assert.deepEqual(
      body.views.map(({ name, team: its }: { name: string; team: string }) => [name, its]),
      [['Of the team', 'Robots']],
    );
    await callAs(admin, gateway, 'DELETE', `/api/v1/teams/${team.id}`);
    assert.deepEqual(await namesOf('ada'), ['Of Ada']);
  });

  it('for a team of others or for none is rejected, as is one beyond the limit', async () => {
    const { admin, orgId, team } = await organisation();
    const reader = await core.identity(['analysis:read'], orgId);
    for (const teamId of [team.id, uuidV7()]) {
      const { status, body } = await callAs(reader, gateway, 'POST', PATH, { ...view('x'), teamId });
      assert.deepEqual([status, body.error.code], [400, 'invalid_field']);
    }
    for (const body of [
      { ...view('x'), screen: 'audit' },
      { ...view('x'), query: 'q'.repeat(1001) },
      { ...view('x'), name: '' },
    ])
      assert.equal((await callAs(reader, gateway, 'POST', PATH, body)).status, 400);
    await owner`
      insert into views (org_id, id, team_id, name, screen, query, created_by_name)
      select ${orgId}, gen_random_uuid(), ${team.id}, 'v' || number, 'feed', '', 'x' from generate_series(1, 50) as number`;
    const full = await callAs(admin, gateway, 'POST', PATH, { ...view('x'), teamId: team.id });
    assert.deepEqual([full.status, full.body.error.code], [409, 'state_conflict']);
  });
});
