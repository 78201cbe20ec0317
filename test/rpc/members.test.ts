/** Members over gRPC: who may be added by whom, and the last admin. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { AuditActor } from '../../src/contract/audit.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { MemberServiceService as Members } from '../../src/gen/flowarden/v1/member.ts';
import { withOrganisation } from '../../src/infra/database/database.ts';
import { createSeal } from '../../src/infra/sealing/seal.ts';
import { createKey, revokeKey, rotateKey } from '../../src/service/access/api-keys.ts';
import { ACCESS_LIMITS } from '../../src/service/access/limits.ts';
import { inviteMember } from '../../src/service/access/links/invitations.ts';
import { acceptInvitation } from '../../src/service/access/links/use-link.ts';
import { addMember, addMemberIn, changeMember, removeMember } from '../../src/service/access/members.ts';
import { SCOPES } from '../../src/service/access/scopes.ts';
import type { SessionRecord } from '../../src/service/access/sessions/sessions-store.ts';
import { createMembership } from '../../src/service/access/tokens/membership.ts';
import { untilBlocked } from '../support/database/blocked.ts';
import { type Identity, testCore } from '../support/service/core.ts';

const ISSUER = 'https://login.example.com';
const core = await testCore();
const { owner, app } = core.database;
const admin = await core.identity();

const add = (fields: { role?: string; email?: string; subject?: string }, identity: Identity = admin) =>
  core
    .call(
      Members.addMember,
      { role: 'viewer', email: '', subject: '', teamsOnly: false, ...fields },
      identity,
    )
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
      teamsOnly: false,
    },
  );
  const { id } = made;
  assert.deepEqual((await core.call(Members.getMember, { id }, admin)).member, made);
  const { member } = await core.call(Members.updateMember, { id: id.toUpperCase(), role: 'admin' }, admin);
  assert.deepEqual(member, { ...made, role: 'admin' });
  await core.call(Members.removeMember, { id, keepApiKeys: false }, admin);
  assert.equal((await core.rejection(Members.getMember, { id }, admin)).reason, 'NOT_FOUND');
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
  ['with an endless address', { email: `${'a'.repeat(250)}@example.com` }, 'invalid_email'],
  ['with a subject of two lines', { subject: 'a\nb' }, 'invalid_field'],
];
for (const [what, fields, code] of BAD) {
  test(`a member ${what} → ${code}`, async () => {
    const request = { role: 'viewer', email: '', subject: '', teamsOnly: false, ...fields };
    assert.equal((await core.rejection(Members.addMember, request, admin)).reason, code.toUpperCase());
  });
}

test('who is a member already is not added again', async () => {
  await add({ email: 'first@example.com' });
  await add({ subject: 'auth0|first' });
  for (const marks of [{ email: 'FIRST@example.com' }, { subject: 'auth0|first' }]) {
    const request = { role: 'admin', email: '', subject: '', teamsOnly: false, ...marks };
    assert.equal((await core.rejection(Members.addMember, request, admin)).reason, 'STATE_CONFLICT');
  }
});

test('a role with scopes that the caller lacks cannot be given', async () => {
  const manager = await core.identity(
    ['org:admin', 'analysis:read', 'exceptions:read', 'policies:read'],
    admin.orgId,
  );
  const { id } = await add({ role: 'viewer', email: 'granted@example.com' }, manager);
  for (const role of ['developer', 'admin']) {
    const request = { role, email: 'more@example.com', subject: '', teamsOnly: false };
    assert.equal((await core.rejection(Members.addMember, request, manager)).reason, 'INSUFFICIENT_SCOPE');
    assert.equal(
      (await core.rejection(Members.updateMember, { id, role }, manager)).reason,
      'INSUFFICIENT_SCOPE',
    );
  }
});

test('the last admin who has come is neither removed nor given less', async () => {
  const identity = await core.identity();
  const first = await joined({ role: 'admin', subject: 'first' }, identity);
  const second = await add({ role: 'admin', subject: 'second' }, identity);
  const demotion = { id: first.id, role: 'viewer' };
  for (const rejection of [
    await core.rejection(Members.removeMember, { id: first.id, keepApiKeys: false }, identity),
    await core.rejection(Members.updateMember, demotion, identity),
  ])
    assert.deepEqual([rejection.reason, /last admin/.test(rejection.message)], ['STATE_CONFLICT', true]);
  await join(second.id);
  assert.equal((await core.call(Members.updateMember, demotion, identity)).member?.role, 'viewer');
  assert.equal(
    (await core.rejection(Members.removeMember, { id: second.id, keepApiKeys: false }, identity)).reason,
    'STATE_CONFLICT',
  );
});

test('an admin who has never come can be removed', async () => {
  const identity = await core.identity();
  const { id } = await add({ role: 'admin', email: 'typo@exmaple.com' }, identity);
  await core.call(Members.removeMember, { id, keepApiKeys: false }, identity);
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
    from generate_series(1, ${ACCESS_LIMITS.membersMax - 1}) as number`;
  const ends = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) => add({ email: `${name}@example.com` }, identity)),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('an invitation is not taken up by a subject that is added at the same moment', async () => {
  const { orgId } = await core.identity();
  const input = { role: 'developer', email: null, subject: 'grace' } as const;
  const invitation = { role: 'viewer', email: 'grace@example.com', subject: null } as const;
  const deps = { sql: app, issuer: ISSUER, orgClaim: null };
  const manager = { ...operator(orgId), scopes: SCOPES };
  await addMember(deps, manager, invitation);
  const findMembership = createMembership(app, () => new Date());
  const grace = {
    issuer: ISSUER,
    subject: 'grace',
    name: 'Grace',
    email: invitation.email,
    emailVerified: true,
  };
  const role = await withOrganisation(app, orgId, async (sql) => {
    await addMemberIn(sql, deps, manager, input);
    const answer = findMembership(orgId, grace);
    await untilBlocked(core.database.owner);
    return { answer };
  });
  assert.deepEqual(await role.answer, { role: 'developer', teams: null });
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

test('where a claim names the members, none is added or changed here', async () => {
  const { id } = await add({ email: 'claimed@example.com' });
  const deps = { sql: app, issuer: 'https://login.example.org', orgClaim: 'orgs' };
  const manager = { ...operator(admin.orgId), scopes: SCOPES };
  const rejection = { code: 'state_conflict', message: /claim "orgs"/ };
  const input = { role: 'viewer', email: 'new@example.com', subject: null } as const;
  await assert.rejects(addMember(deps, manager, input), rejection);
  await assert.rejects(changeMember(deps, manager, id, { role: 'developer' }), rejection);
});

test('no method works without org:admin', async () => {
  const other = await core.identity(['keys:manage', 'policies:write'], admin.orgId);
  for (const method of Object.values(Members)) {
    const empty = method.requestDeserialize(Buffer.alloc(0)) as { id: string };
    const rejection = await core.rejection(method as typeof Members.getMember, empty, other);
    assert.equal(rejection.reason, 'INSUFFICIENT_SCOPE', method.path);
  }
});

/** A user as the audit log and keys know one. */
const userOf = (id: string) => ({ kind: 'user', id, name: id, email: null }) as const;
const keyDeps = { sql: app, pepper: 'p'.repeat(32), now: () => new Date() };
const keyOf = async (orgId: string, actor: AuditActor, name: string) => {
  const manager = { orgId, actor, scopes: SCOPES, requestId: null };
  const input = { name, scopes: ['analysis:read'], expiresAt: null, wireCase: null } as const;
  return (await createKey(keyDeps, manager, input)).record;
};
const byKey = ({ id, name }: { id: string; name: string }) =>
  ({ kind: 'key', id, name, email: null }) as const;
/** An organisation with a member who has made two keys, of which one has made a third. */
async function memberWithKeys(subject: string) {
  const identity = await core.identity();
  const { orgId } = identity;
  const { id } = await joined({ subject, role: 'developer' }, identity);
  const direct = await keyOf(orgId, userOf(subject), 'direct');
  const child = await keyOf(orgId, byKey(direct), 'child');
  const grandchild = await keyOf(orgId, byKey(child), 'grandchild');
  const foreign = await keyOf(orgId, userOf('somebody else'), 'foreign');
  const own = [direct, child, grandchild].map((key) => key.id);
  return { identity, orgId, id, own, direct, foreign };
}

test('a member is narrowed to teams once no key of theirs sees the whole organisation', async () => {
  const { orgId, id, own } = await memberWithKeys('narrowed');
  const deps = { sql: app, issuer: ISSUER, orgClaim: null };
  const manager = { ...operator(orgId), scopes: SCOPES };
  const narrow = () => changeMember(deps, manager, id, { role: 'developer', teamsOnly: true });
  await assert.rejects(narrow(), {
    code: 'state_conflict',
    message: /3 API keys for the whole organisation/,
  });
  await owner`update api_keys set team_id = gen_random_uuid() where id = ${own[0]!}`;
  await owner`update api_keys set revoked_at = now() where id in (${own[1]!}, ${own[2]!})`;
  assert.equal((await narrow()).teamsOnly, true);
  // What is narrowed already stays so.
  await owner`update api_keys set team_id = null where id = ${own[0]!}`;
  assert.equal((await narrow()).teamsOnly, true);
});
test('a member who comes back is narrowed to teams once no key of theirs sees the whole organisation', async () => {
  const { orgId, id, own, identity } = await memberWithKeys('returning');
  await owner`update api_keys set created_by_email = 'Returning@Example.com' where id = ${own[0]!}`;
  await core.call(Members.removeMember, { id, keepApiKeys: true }, identity);
  const deps = { sql: app, issuer: ISSUER, orgClaim: null };
  const manager = { ...operator(orgId), scopes: SCOPES };
  const back = (marks: { subject: string | null; email: string | null }) =>
    addMember(deps, manager, { role: 'developer', teamsOnly: true, ...marks });
  const rejection = { code: 'state_conflict', message: /3 API keys for the whole organisation/ };
  await assert.rejects(back({ subject: 'returning', email: null }), rejection);
  await assert.rejects(back({ subject: null, email: 'returning@example.com' }), rejection);
  // By an address that the keys do not have, the person is known when they come.
  const { id: invited } = await back({ subject: null, email: 'other@example.com' });
  const findMembership = createMembership(app, () => new Date());
  const person = {
    issuer: ISSUER,
    subject: 'returning',
    name: 'R',
    email: 'other@example.com',
    emailVerified: true,
  };
  assert.equal(await findMembership(orgId, person), undefined);
  const links = { ...keyDeps, baseUrl: 'https://flowarden.example', seal: createSeal('k'.repeat(32)) };
  const { url } = await inviteMember(links, manager, invited);
  const session = { ...person, accountId: randomUUID() } as unknown as SessionRecord;
  await assert.rejects(acceptInvitation(keyDeps, session, url.split('#t=')[1]!), rejection);
  await owner`update api_keys set revoked_at = now() where id in ${owner(own)}`;
  assert.deepEqual(await findMembership(orgId, person), { role: 'developer', teams: [] });
});

test('a member who is narrowed makes no key while a core still remembers their rights', async () => {
  const { orgId, id, own } = await memberWithKeys('remembered');
  const another = await keyOf(orgId, userOf('somebody else'), 'another');
  await owner`update api_keys set revoked_at = now() where id in ${owner(own)}`;
  const deps = { sql: app, issuer: ISSUER, orgClaim: null };
  await changeMember(deps, { ...operator(orgId), scopes: SCOPES }, id, {
    role: 'developer',
    teamsOnly: true,
  });
  await assert.rejects(keyOf(orgId, userOf('remembered'), 'late'), { code: 'insufficient_scope' });
  const manager = { ...operator(orgId), scopes: SCOPES, actor: userOf('remembered') };
  await assert.rejects(rotateKey(keyDeps, manager, another.id, { overlapSeconds: 0, expiresAt: null }), {
    code: 'insufficient_scope',
  });
});

const revokedIn = async (orgId: string) =>
  (
    await owner`
      select id from api_keys where org_id = ${orgId} and revoked_at is not null order by created_at, id`
  ).map((row) => row.id as string);

test('a removed member takes along the keys that they made, and that these keys made', async () => {
  const { identity, orgId, id, own } = await memberWithKeys('leaver');
  const answer = await core.call(Members.removeMember, { id, keepApiKeys: false }, identity);
  assert.deepEqual(
    answer.revokedApiKeys.map((key) => [key.id, key.name, key.status]),
    own.map((key, index) => [key, ['direct', 'child', 'grandchild'][index], 'revoked']),
  );
  assert.deepEqual(answer.keptApiKeys, []);
  assert.deepEqual(await revokedIn(orgId), own);
  const entries = await owner`
    select action, target_id, details from audit_entries where org_id = ${orgId} order by sequence desc limit 4`;
  assert.deepEqual(
    entries.map(({ action, targetId }) => [action, targetId]),
    [['member.removed', id], ...own.toReversed().map((key) => ['api_key.revoked', key])],
  );
  assert.deepEqual(entries[0]!.details.revokedApiKeys, own);
});

test('the keys of a removed member that the request retains stay, and are named', async () => {
  const { identity, orgId, id, own } = await memberWithKeys('handover');
  const answer = await core.call(Members.removeMember, { id, keepApiKeys: true }, identity);
  assert.deepEqual(
    answer.keptApiKeys.map((key) => [key.id, key.status]),
    own.map((key) => [key, 'active']),
  );
  assert.deepEqual(await revokedIn(orgId), []);
  const [entry] = await owner`
    select details from audit_entries where org_id = ${orgId} and action = 'member.removed'`;
  assert.deepEqual(entry!.details.keptApiKeys, own);
});

test('keys that were revoked already or that another user made do not count as those of a removed member', async () => {
  const { identity, orgId, id, own, direct, foreign } = await memberWithKeys('tidy');
  await revokeKey(keyDeps, operator(orgId), direct.id);
  const { revokedApiKeys } = await core.call(Members.removeMember, { id, keepApiKeys: false }, identity);
  assert.deepEqual(
    revokedApiKeys.map((key) => key.id),
    own.slice(1),
  );
  assert.ok(!(await revokedIn(orgId)).includes(foreign.id));
});

test('a removed member and their keys make nothing that lasts while a core still remembers them', async () => {
  const { identity, orgId, id, direct } = await memberWithKeys('persistent');
  const manager = { ...operator(orgId), scopes: SCOPES, actor: userOf('persistent') };
  await core.call(Members.removeMember, { id, keepApiKeys: false }, identity);
  const input = { overlapSeconds: 0, expiresAt: null };
  const another = await keyOf(orgId, userOf('somebody else'), 'another');
  await assert.rejects(keyOf(orgId, userOf('persistent'), 'late'), { code: 'org_access_denied' });
  await assert.rejects(keyOf(orgId, byKey(direct), 'late'), { code: 'invalid_credentials' });
  await assert.rejects(rotateKey(keyDeps, manager, another.id, input), { code: 'org_access_denied' });
  const friend = { role: 'viewer', email: 'friend@example.com', subject: null } as const;
  await assert.rejects(addMember({ sql: app, issuer: ISSUER, orgClaim: null }, manager, friend), {
    code: 'org_access_denied',
  });
});

test('a key that is made while its maker is removed is revoked too, or not made', async () => {
  const { identity, orgId, id, direct } = await memberWithKeys('racer');
  const makers = [userOf('racer'), byKey(direct), userOf('racer'), byKey(direct)];
  const [removal, ...made] = await Promise.allSettled([
    core.call(Members.removeMember, { id, keepApiKeys: false }, identity),
    ...makers.map((maker, index) => keyOf(orgId, maker, `race ${index}`)),
  ]);
  assert.equal(removal.status, 'fulfilled');
  const revoked = await revokedIn(orgId);
  for (const attempt of made) {
    if (attempt.status === 'fulfilled') assert.ok(revoked.includes((attempt.value as { id: string }).id));
    else
      assert.ok(['org_access_denied', 'invalid_credentials'].includes(attempt.reason.code), attempt.reason);
  }
});
