/** Members over gRPC: who may be added by whom, and the last admin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMembership } from '../../src/auth/membership.ts';
import { SCOPES } from '../../src/auth/scopes.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { MemberServiceService as Members } from '../../src/gen/flowarden/v1/member.ts';
import { LIMITS } from '../../src/limits.ts';
import { addMember, addMemberIn, changeMember, removeMember } from '../../src/members.ts';
import { withOrganisation } from '../../src/store/database.ts';
import { type Identity, testCore } from '../support/core.ts';

const ISSUER = 'https://login.example.com';
const core = await testCore();
const { owner, app } = core.database;
const admin = await core.identity();

const add = (fields: { role?: string; email?: string; subject?: string }, identity: Identity = admin) =>
  core
    .call(Members.addMember, { role: 'viewer', email: '', subject: '', ...fields }, identity)
    .then(({ member }) => member!);
const join = (id: string) => owner`update organisation_members set joined_at = now() where id = ${id}`;
/** A member who has come. */
const joined = async (fields: Parameters<typeof add>[0], identity?: Identity) => {
  const member = await add(fields, identity);
  await join(member.id);
  return member;
};
const operator = (orgId: string) =>
  ({ orgId, actor: { kind: 'operator', id: 'op', name: 'op', email: null }, requestId: null }) as const;
const auditOf = async (id: string) =>
  (await owner`select action from audit_entries where target_id = ${id} order by sequence`).map(
    ({ action }) => action,
  );

test('a member is added, read, changed and removed, and all that is in the audit log', async () => {
  const made = await add({ role: 'developer', email: ' Ada@Example.com ' });
  assert.deepEqual(
    { ...made, id: '', createdAt: null },
    {
      id: '',
      role: 'developer',
      status: 'invited',
      email: 'ada@example.com',
      subject: undefined,
      name: undefined,
      createdAt: null,
      createdBy: 'Test key',
      joinedAt: undefined,
      lastSeenAt: undefined,
    },
  );
  const { id } = made;
  assert.deepEqual((await core.call(Members.getMember, { id }, admin)).member, made);
  const { member } = await core.call(Members.updateMember, { id: id.toUpperCase(), role: 'admin' }, admin);
  assert.deepEqual(member, { ...made, role: 'admin' });
  await core.call(Members.removeMember, { id }, admin);
  assert.equal((await core.refusal(Members.getMember, { id }, admin)).reason, 'NOT_FOUND');
  assert.deepEqual(await auditOf(id), ['member.added', 'member.role_changed', 'member.removed']);
});

test('the same role again changes nothing', async () => {
  const { id } = await add({ email: 'same@example.com' });
  await core.call(Members.updateMember, { id, role: 'viewer' }, admin);
  assert.deepEqual(await auditOf(id), ['member.added']);
});

const BAD: readonly (readonly [string, Parameters<typeof add>[0], ErrorCode])[] = [
  ['without a role', { role: '', email: 'a@example.com' }, 'missing_field'],
  ['with a role that does not exist', { role: 'owner', email: 'a@example.com' }, 'invalid_field'],
  ['without an address and a subject', {}, 'missing_field'],
  ['with an address without @', { email: 'example.com' }, 'invalid_email'],
  ['with a blank in the address', { email: 'a b@example.com' }, 'invalid_email'],
  ['with an endless address', { email: `${'a'.repeat(250)}@example.com` }, 'invalid_field'],
  ['with a subject of two lines', { subject: 'a\nb' }, 'invalid_field'],
];
for (const [what, fields, code] of BAD) {
  test(`a member ${what} → ${code}`, async () => {
    const request = { role: 'viewer', email: '', subject: '', ...fields };
    assert.equal((await core.refusal(Members.addMember, request, admin)).reason, code.toUpperCase());
  });
}

test('who is a member already is not added again', async () => {
  await add({ email: 'first@example.com' });
  await add({ subject: 'auth0|first' });
  for (const marks of [{ email: 'FIRST@example.com' }, { subject: 'auth0|first' }]) {
    const request = { role: 'admin', email: '', subject: '', ...marks };
    assert.equal((await core.refusal(Members.addMember, request, admin)).reason, 'STATE_CONFLICT');
  }
});

test('nobody gives a role with scopes that they lack', async () => {
  const manager = await core.identity(
    ['org:admin', 'analysis:read', 'exceptions:read', 'policies:read'],
    admin.orgId,
  );
  const { id } = await add({ role: 'viewer', email: 'granted@example.com' }, manager);
  for (const role of ['developer', 'admin']) {
    const request = { role, email: 'more@example.com', subject: '' };
    assert.equal((await core.refusal(Members.addMember, request, manager)).reason, 'INSUFFICIENT_SCOPE');
    assert.equal(
      (await core.refusal(Members.updateMember, { id, role }, manager)).reason,
      'INSUFFICIENT_SCOPE',
    );
  }
});

test('the last admin who has come is neither removed nor given less', async () => {
  const identity = await core.identity();
  const first = await joined({ role: 'admin', subject: 'first' }, identity);
  const second = await add({ role: 'admin', subject: 'second' }, identity);
  const demotion = { id: first.id, role: 'viewer' };
  for (const refusal of [
    await core.refusal(Members.removeMember, { id: first.id }, identity),
    await core.refusal(Members.updateMember, demotion, identity),
  ])
    assert.deepEqual([refusal.reason, /last admin/.test(refusal.message)], ['STATE_CONFLICT', true]);
  await join(second.id);
  assert.equal((await core.call(Members.updateMember, demotion, identity)).member?.role, 'viewer');
  assert.equal(
    (await core.refusal(Members.removeMember, { id: second.id }, identity)).reason,
    'STATE_CONFLICT',
  );
});

test('an admin who has never come can be removed', async () => {
  const identity = await core.identity();
  const { id } = await add({ role: 'admin', email: 'typo@exmaple.com' }, identity);
  await core.call(Members.removeMember, { id }, identity);
});

test('of several admins who are removed at the same moment one stays', async () => {
  const identity = await core.identity();
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1)
    ids.push((await joined({ role: 'admin', subject: `admin-${index}` }, identity)).id);
  const ends = await Promise.allSettled(
    ids.map((id) => removeMember({ sql: app }, operator(identity.orgId), id)),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 5);
  const { members } = await core.call(
    Members.listMembers,
    { pageSize: 0, cursor: '', role: 'admin', status: 'active' },
    identity,
  );
  assert.equal(members.length, 1);
});

test('of several who are added at the same moment only as many come in as there is room for', async () => {
  const identity = await core.identity();
  await owner`
    insert into organisation_members (org_id, id, role, email, created_by_name)
    select ${identity.orgId}, gen_random_uuid(), 'viewer', number || '@example.com', 'x'
    from generate_series(1, ${LIMITS.membersMax - 1}) as number`;
  const ends = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) => add({ email: `${name}@example.com` }, identity)),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('an invitation is not taken up by a subject that is added at the same moment', async () => {
  const { orgId } = await core.identity();
  const wish = { role: 'developer', email: null, subject: 'grace' } as const;
  const invitation = { role: 'viewer', email: 'grace@example.com', subject: null } as const;
  const tools = { sql: app, issuer: ISSUER, orgClaim: null };
  const manager = { ...operator(orgId), scopes: SCOPES };
  await addMember(tools, manager, invitation);
  const findRole = createMembership(app, () => new Date());
  const grace = {
    issuer: ISSUER,
    subject: 'grace',
    name: 'Grace',
    email: invitation.email,
    emailVerified: true,
  };
  const role = await withOrganisation(app, orgId, async (sql) => {
    await addMemberIn(sql, tools, manager, wish);
    const asked = findRole(orgId, grace);
    // Until it waits for this transaction.
    await sleep(200);
    return { asked };
  });
  assert.equal(await role.asked, 'developer');
});

test('the pages of the list hold every member once, newest first, and can be narrowed', async () => {
  const identity = await core.identity();
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1)
    made.unshift(
      (await add({ email: `${index}@example.com`, role: index === 3 ? 'admin' : 'viewer' }, identity)).id,
    );
  await join(made[0]!);
  const page = (fields: object) =>
    core.call(Members.listMembers, { pageSize: 2, cursor: '', role: '', status: '', ...fields }, identity);
  const seen: string[] = [];
  let cursor = '';
  do {
    const { members, nextCursor } = await page({ cursor });
    seen.push(...members.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor !== '');
  assert.deepEqual(seen, made);
  assert.deepEqual(
    (await page({ role: 'admin' })).members.map(({ id }) => id),
    [made[1]],
  );
  assert.deepEqual(
    (await page({ status: 'active' })).members.map(({ id }) => id),
    [made[0]],
  );
});

test('where a claim says who is a member, nobody is added or changed here', async () => {
  const { id } = await add({ email: 'claimed@example.com' });
  const tools = { sql: app, issuer: 'https://login.example.org', orgClaim: 'orgs' };
  const manager = { ...operator(admin.orgId), scopes: SCOPES };
  const refusal = { code: 'state_conflict', message: /claim "orgs"/ };
  const wish = { role: 'viewer', email: 'new@example.com', subject: null } as const;
  await assert.rejects(addMember(tools, manager, wish), refusal);
  await assert.rejects(changeMember(tools, manager, id, 'developer'), refusal);
});

test('no method works without org:admin', async () => {
  const other = await core.identity(['keys:manage', 'policies:write'], admin.orgId);
  for (const method of Object.values(Members)) {
    const empty = method.requestDeserialize(Buffer.alloc(0)) as { id: string };
    const refusal = await core.refusal(method as typeof Members.getMember, empty, other);
    assert.equal(refusal.reason, 'INSUFFICIENT_SCOPE', method.path);
  }
});
