/** Group mappings while much happens at once: two admins, people who sign in meanwhile, thousands of members. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withOrganisation } from '../../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../../src/infra/database/uuid-v7.ts';
import {
  addMapping,
  changeMapping,
  readMappings,
  removeMapping,
} from '../../../../src/service/access/groups/group-mappings.ts';
import { removeMember } from '../../../../src/service/access/members.ts';
import { findMemberBySubject } from '../../../../src/service/access/members-store.ts';
import { SCOPES } from '../../../../src/service/access/scopes.ts';
import { createMembership } from '../../../../src/service/access/tokens/membership.ts';
import { testDatabase, testOrganisation } from '../../../support/database/database.ts';

const database = await testDatabase();
const issuer = 'https://login.example.org';
const now = () => new Date();
const deps = { sql: database.app, issuer, orgClaim: null, now };
const ANY = { etag: null };

/** An organisation with an admin, and a way to call it by tokens with groups. */
async function organisation() {
  const orgId = await testOrganisation(database, 'Groups');
  const id = uuidV7();
  await database.owner`
    insert into organisation_members (org_id, id, role, issuer, subject, name, joined_at, created_by_name)
    values (${orgId}, ${id}, 'admin', ${issuer}, 'boss', 'Boss', now(), 'test')`;
  const actor = { kind: 'user', id: 'boss', name: 'Boss', email: null } as const;
  const manager = { orgId, actor, requestId: null, scopes: SCOPES };
  const map = async (group: string, role: 'developer' | 'viewer' | 'admin') =>
    (await addMapping(deps, manager, { group, role, teamsOnly: false, teamIds: [] })).id;
  const call = (subject: string, groups: readonly string[], at: Date) =>
    createMembership(database.app, now)(orgId, {
      ...{ issuer, subject, name: subject, email: null, emailVerified: false },
      groups: { names: groups, isStated: true, problem: null, at },
    });
  const roleOf = async (subject: string) =>
    (await withOrganisation(database.app, orgId, (sql) => findMemberBySubject(sql, { issuer, subject })))
      ?.role;
  return { orgId, adminId: id, manager, map, call, roleOf };
}

const seconds = (count: number) => new Date(1_700_000_000_000 + count * 1_000);

describe('group mappings', () => {
  it('change at the same time without waiting for each other for ever', async () => {
    const { manager, map, call, roleOf } = await organisation();
    const ids = [await map('a', 'developer'), await map('b', 'developer')];
    await call('ann', ['a'], seconds(0));
    await call('bob', ['b'], seconds(0));
    for (const role of ['viewer', 'developer', 'viewer'] as const)
      await Promise.all(ids.map((id) => changeMapping(deps, manager, { id, ...ANY }, { role })));
    assert.deepEqual([await roleOf('ann'), await roleOf('bob')], ['viewer', 'viewer']);
  });

  it('change while people come and go by tokens, and no right outlives its mapping', async () => {
    const { manager, map, call, roleOf } = await organisation();
    const people = Array.from({ length: 12 }, (_, place) => `person ${place}`);
    for (let round = 0; round < 5; round += 1) {
      const id = await map('crew', round % 2 === 0 ? 'developer' : 'admin');
      const come = (groups: readonly string[], at: number) =>
        people.map((subject) => call(subject, groups, seconds(round * 10 + at)));
      await Promise.all(come(['crew'], 0));
      await Promise.all([
        ...come(['crew'], 1),
        changeMapping(deps, manager, { id, ...ANY }, { role: 'viewer' }),
        ...come([], 2),
        ...come(['crew'], 3),
        removeMapping(deps, manager, { id, ...ANY }),
      ]);
      assert.deepEqual(new Set(await Promise.all(people.map(roleOf))), new Set([undefined]));
    }
  });

  it('are changed and deleted for thousands of members', async () => {
    const { orgId, manager, map, roleOf } = await organisation();
    const id = await map('crew', 'developer');
    await database.owner`
      insert into organisation_members (org_id, id, role, issuer, subject, name, joined_at, created_by_name, groups,
        groups_at, groups_by, group_role)
      select ${orgId}, gen_random_uuid(), 'developer', ${issuer}, 's' || n, 'n' || n, now(), 'test', array['*', 'crew'],
        now(), 'sign_in', 'developer' from generate_series(1, 1500) as n`;
    const changed = await changeMapping(deps, manager, { id, ...ANY }, { role: 'viewer' });
    assert.deepEqual([changed.members, await roleOf('s7')], [1500, 'viewer']);
    await removeMapping(deps, manager, { id, ...ANY });
    assert.equal(await roleOf('s7'), undefined);
    const [log] = await database.owner`
      select count(*) filter (where action = 'member.groups_changed')::int as changed,
        count(*) filter (where action = 'member.removed')::int as removed,
        max(sequence)::int as last, count(*)::int as entries
      from audit_entries where org_id = ${orgId}`;
    assert.deepEqual({ ...log }, { changed: 1500, removed: 1500, last: 3003, entries: 3003 });
  });

  it('bring no one back by a token from before the removal', async () => {
    const { orgId, manager, map, call, roleOf } = await organisation();
    await map('crew', 'developer');
    const before = new Date(Date.now() - 60_000);
    await call('eve', ['crew'], before);
    const [member] = await database.owner`
      select id from organisation_members where org_id = ${orgId} and subject = 'eve'`;
    await removeMember(deps, manager, member!.id);
    assert.equal(await call('eve', ['crew'], before), undefined);
    assert.equal(await roleOf('eve'), undefined);
    assert.equal((await call('eve', ['crew'], new Date(Date.now() + 1_000)))?.role, 'developer');
  });

  it('are rejected, changed ones too, where claims of tokens give the roles', async () => {
    const { orgId, manager, map } = await organisation();
    const id = await map('crew', 'viewer');
    const byClaim = { ...deps, orgClaim: 'orgs' };
    await assert.rejects(
      changeMapping(byClaim, manager, { id, ...ANY }, { role: 'developer' }),
      /decides who is a member/,
    );
    assert.equal((await readMappings(database.app, orgId))[0]?.role, 'viewer');
  });
});
