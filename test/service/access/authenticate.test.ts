import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it, test } from 'node:test';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import type { MemberRole } from '../../../src/contract/member.ts';
import type { WireCase } from '../../../src/contract/wire-case.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import {
  connectApplication,
  disconnect,
  withOrganisation,
  withPresentedKey,
} from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { hashApiKey, makeApiKey } from '../../../src/service/access/api-key.ts';
import { findApiKey, insertApiKey, revokeApiKey } from '../../../src/service/access/api-keys-store.ts';
import { createAuthenticate } from '../../../src/service/access/authenticate.ts';
import { addMember, changeMember, readMember, removeMember } from '../../../src/service/access/members.ts';
import { requireScope } from '../../../src/service/access/require-scope.ts';
import { scopesOfRoles } from '../../../src/service/access/roles.ts';
import { SCOPES, type Scope } from '../../../src/service/access/scopes.ts';
import { createTokenCheck } from '../../../src/service/access/tokens/token.ts';
import { untilBlocked } from '../../support/database/blocked.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { app } = database;
const PEPPER = 'p'.repeat(32);
const NOW = new Date('2030-01-01T00:00:00Z');
const orgId = await testOrganisation(database);
const otherOrgId = await testOrganisation(database);

async function newKey(
  scopes: readonly Scope[] = ['analysis:write'],
  expiresAt = new Date('2031-01-01T00:00:00Z'),
) {
  const { id, key } = makeApiKey();
  const keyHash = hashApiKey(key, PEPPER);
  await withOrganisation(app, orgId, (sql) =>
    insertApiKey(sql, { id, orgId, name: 'CI', keyHash, scopes, expiresAt }),
  );
  return { id, key };
}

async function keyIn(org: string, wireCase: WireCase | null) {
  const { id, key } = makeApiKey();
  const keyHash = hashApiKey(key, PEPPER);
  const expiresAt = new Date('2031-01-01T00:00:00Z');
  await withOrganisation(app, org, (sql) =>
    insertApiKey(sql, { id, orgId: org, name: 'CI', keyHash, scopes: [], expiresAt, wireCase }),
  );
  return key;
}

const authenticate = createAuthenticate(app, PEPPER, () => NOW);
const good = await newKey();
const expired = await newKey(['analysis:write'], new Date('2029-12-31T23:59:59Z'));
const revoked = await newKey();
await withOrganisation(app, orgId, (sql) => revokeApiKey(sql, revoked.id, NOW));

const issuer = generateKeyPairSync('ed25519');
const keyServer = createServer(async (_request, response) => {
  response.end(JSON.stringify({ keys: [await exportJWK(issuer.publicKey)] }));
}).listen(0, '127.0.0.1');
await once(keyServer, 'listening');
after(() => keyServer.close());

test('a good key is its organisation, name and scopes', async () => {
  const caller = await authenticate({ authorization: [`ApiKey ${good.key}`], orgId: [orgId.toUpperCase()] });
  assert.deepEqual(caller, {
    kind: 'key',
    actorId: good.id,
    actorName: 'CI',
    email: null,
    orgId,
    scopes: ['analysis:write'],
    teams: null,
    wireCase: undefined,
  });
  requireScope(caller, 'analysis:write');
  assert.throws(() => requireScope(caller, 'org:admin'), {
    code: 'insufficient_scope',
    details: { scope: 'org:admin' },
  });
});

const key = `ApiKey ${good.key}`;
const REJECTED: readonly (readonly [string, readonly string[], readonly string[], ErrorCode])[] = [
  ['no credential', [], [orgId], 'authentication_required'],
  ['an empty credential', [' '], [orgId], 'authentication_required'],
  ['no credential and no organisation', [], [], 'authentication_required'],
  ['two keys', [key, key], [orgId], 'ambiguous_credentials'],
  ['both schemes', [key, 'Bearer x.y.z'], [orgId], 'ambiguous_credentials'],
  ['both schemes in one header', [`${key}, Bearer x.y.z`], [orgId], 'ambiguous_credentials'],
  ['a key that is sent as a token', [key.replace('ApiKey', 'Bearer')], [orgId], 'invalid_credentials'],
  ['a token, which this server does not know', ['Bearer x.y.z'], [orgId], 'invalid_credentials'],
  ['another scheme', ['Basic dTpw'], [orgId], 'authentication_required'],
  ['another scheme with a list', ['Digest a="b", c="d"'], [orgId], 'authentication_required'],
  ['another scheme beside a key', ['Basic dTpw, ApiKey k'], [orgId], 'ambiguous_credentials'],
  ['a key beside another scheme', [`${key}, Basic dTpw`], [orgId], 'ambiguous_credentials'],
  ['a key beside an empty header', [key, ''], [orgId], 'ambiguous_credentials'],
  ['a scheme alone', ['ApiKey'], [orgId], 'invalid_credentials'],
  ['a cut key', [key.slice(0, -1)], [orgId], 'invalid_credentials'],
  ['an unknown key', [`ApiKey ${makeApiKey().key}`], [orgId], 'invalid_credentials'],
  ['a revoked key', [`ApiKey ${revoked.key}`], [orgId], 'invalid_credentials'],
  ['an expired key', [`ApiKey ${expired.key}`], [orgId], 'credentials_expired'],
  ['an expired key and no organisation', [`ApiKey ${expired.key}`], [], 'credentials_expired'],
  ['no organisation', [key], [], 'missing_org_id'],
  ['an empty organisation', [key], [''], 'missing_org_id'],
  ['an organisation that is no uuid', [key], ['acme'], 'invalid_org_id'],
  ['two organisations', [key], [orgId, otherOrgId], 'invalid_org_id'],
  ['another organisation', [key], [otherOrgId], 'org_access_denied'],
  ['an organisation that does not exist', [key], [uuidV7()], 'org_access_denied'],
];
for (const [what, authorization, organisation, code] of REJECTED) {
  test(`${what} → ${code}`, async () => {
    await assert.rejects(
      authenticate({ authorization, orgId: organisation }),
      (error: Error & { code: string }) => {
        assert.equal(error.code, code);
        assert.doesNotMatch(error.message, new RegExp(good.key));
        return true;
      },
    );
  });
}

test('a revocation is effective after five seconds, without them the key is not read again', async () => {
  let moment = NOW;
  const check = createAuthenticate(app, PEPPER, () => moment);
  const { id, key: text } = await newKey();
  const credentials = { authorization: [`apikey ${text}`], orgId: [orgId] };
  await check(credentials);
  await withOrganisation(app, orgId, (sql) => revokeApiKey(sql, id, NOW));
  moment = new Date(NOW.getTime() + 4_999);
  await check(credentials);
  moment = new Date(NOW.getTime() + 5_000);
  await assert.rejects(check(credentials), { code: 'invalid_credentials' });
});

test("the organisation's spelling is effective after five seconds, and a key's goes before it", async () => {
  let moment = NOW;
  const ours = await testOrganisation(database);
  const check = createAuthenticate(app, PEPPER, () => moment);
  const [plain, camel] = await Promise.all([null, 'camel' as const].map((wireCase) => keyIn(ours, wireCase)));
  const caseOf = async (text = '') =>
    (await check({ authorization: [`ApiKey ${text}`], orgId: [ours] })).wireCase;
  assert.deepEqual([await caseOf(plain), await caseOf(camel)], [undefined, 'camel']);
  await database.owner`insert into organisation_settings (org_id, wire_case) values (${ours}, 'snake')`;
  moment = new Date(NOW.getTime() + 4_999);
  assert.equal(await caseOf(plain), undefined);
  moment = new Date(NOW.getTime() + 5_000);
  assert.deepEqual([await caseOf(plain), await caseOf(camel)], ['snake', 'camel']);
});

test('an answer of the database that took long is not believed for longer', async () => {
  let moment = NOW;
  const { id, key: text } = await newKey();
  const slowly = createAuthenticate(app, PEPPER, () => moment);
  const held = await database.owner.begin(async (sql) => {
    // Noting the use has to wait for this lock, and the revocation comes meanwhile.
    await sql`update api_keys set name = 'held' where id = ${id}`;
    const reading = slowly({ authorization: [`ApiKey ${text}`], orgId: [orgId] });
    await untilBlocked(database.owner);
    moment = new Date(NOW.getTime() + 4_000);
    await sql`update api_keys set revoked_at = ${NOW} where id = ${id}`;
    return { reading };
  });
  await held.reading;
  moment = new Date(NOW.getTime() + 5_000);
  await assert.rejects(slowly({ authorization: [`ApiKey ${text}`], orgId: [orgId] }), {
    code: 'invalid_credentials',
  });
});

test('a key that expires while it is cached is rejected', async () => {
  let moment = NOW;
  const check = createAuthenticate(app, PEPPER, () => moment);
  const { key: text } = await newKey(SCOPES, new Date(NOW.getTime() + 1_000));
  const credentials = { authorization: [`ApiKey ${text}`], orgId: [orgId] };
  assert.equal((await check(credentials)).scopes.length, SCOPES.length);
  moment = new Date(NOW.getTime() + 1_001);
  await assert.rejects(check(credentials), { code: 'credentials_expired' });
});

test('the use of a key is noted', async () => {
  const { id, key: text } = await newKey();
  await authenticate({ authorization: [`ApiKey ${text}`], orgId: [orgId] });
  const record = await withOrganisation(app, orgId, (sql) => findApiKey(sql, id));
  assert.deepEqual(record?.lastUsedAt, NOW);
});

test('who presents a key sees that key alone, and cannot change it', async () => {
  await withPresentedKey(app, good.id, async (sql) => {
    const rows = await sql`select id from api_keys`;
    assert.deepEqual(
      rows.map(({ id }) => id),
      [good.id],
    );
    assert.equal((await sql`update api_keys set name = 'x'`).count, 0);
    assert.equal((await sql`select * from organisations`).length, 0);
  });
});

test('a mistyped key is distinguished from a wrong one without the database', async () => {
  const nowhere = connectApplication('postgres://127.0.0.1:1/nothing');
  const check = createAuthenticate(nowhere, PEPPER, () => NOW);
  const swapped = key.replace(/(.)(.)(_.{6})$/, (_all, a, b, end) => `${b}${a === b ? 'x' : a}${end}`);
  await assert.rejects(check({ authorization: [swapped], orgId: [orgId] }), {
    code: 'invalid_credentials',
    message: /checksum/,
  });
  await assert.rejects(check({ authorization: [key], orgId: [orgId] }), { code: 'database_unavailable' });
  await disconnect(nowhere);
});

test('the same key hashed with another pepper is not known', async () => {
  const check = createAuthenticate(app, 'q'.repeat(32), () => NOW);
  await assert.rejects(check({ authorization: [key], orgId: [orgId] }), { code: 'invalid_credentials' });
});

const tokenCheck = (orgClaim: string | null) =>
  createTokenCheck(
    {
      issuer: 'https://login.example.org',
      audience: 'flowarden',
      jwksUrl: `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`,
      orgClaim,
      roleClaim: 'role',
      groupsClaim: 'groups',
    },
    { now: () => NOW, onFailure: () => {} },
  );
const withTokens = createAuthenticate(app, PEPPER, () => NOW, {
  users: tokenCheck('org'),
  workloads: undefined,
});
const bearer = async (claims: JWTPayload) => {
  const token = new SignJWT({ sub: 'ada', ...claims })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer('https://login.example.org')
    .setAudience('flowarden')
    .setIssuedAt(NOW)
    .setExpirationTime(new Date(NOW.getTime() + 60_000));
  return `Bearer ${await token.sign(issuer.privateKey)}`;
};
const tokenFor = (org: string, role: string, name?: string) =>
  bearer({ org, role, email: 'ada@example.org', ...(name && { name }) });

test('a token is its user, with the scopes of the role', async () => {
  const authorization = [await tokenFor(orgId, 'developer', 'Ada')];
  assert.deepEqual(await withTokens({ authorization, orgId: [orgId.toUpperCase()] }), {
    kind: 'user',
    actorId: 'ada',
    actorName: 'Ada',
    email: 'ada@example.org',
    orgId,
    scopes: ['analysis:write', 'analysis:read', 'exceptions:read', 'exceptions:request', 'policies:read'],
    teams: null,
    wireCase: undefined,
  });
});

test('where tokens are accepted, keys still are', async () => {
  assert.equal((await withTokens({ authorization: [key], orgId: [orgId] })).kind, 'key');
});

const TOKENS_REJECTED: readonly (readonly [string, string, readonly string[], ErrorCode])[] = [
  ['without an organisation in the header', 'admin', [], 'missing_org_id'],
  ['in an organisation that it does not name', 'admin', [otherOrgId], 'org_access_denied'],
  ['with a role that does not exist', 'owner', [orgId], 'org_access_denied'],
];
for (const [what, role, organisation, code] of TOKENS_REJECTED) {
  test(`a token ${what} → ${code}`, async () => {
    const authorization = [await tokenFor(orgId, role)];
    await assert.rejects(withTokens({ authorization, orgId: organisation }), { code });
  });
}

test('the error of a token with an unknown role names the claim', async () => {
  const authorization = [await tokenFor(orgId, 'owner')];
  await assert.rejects(withTokens({ authorization, orgId: [orgId] }), {
    code: 'org_access_denied',
    message: /The claim "role" is "owner", which is no role here/,
    details: { orgId, claim: 'role' },
  });
});

test('a bad token is reported before a bad organisation', async () => {
  await assert.rejects(withTokens({ authorization: ['Bearer x.y.z'], orgId: ['acme'] }), {
    code: 'invalid_credentials',
  });
});

describe('where no claim says who is a member, the organisation does', () => {
  const check = tokenCheck(null);
  const deps = { sql: app, issuer: 'https://login.example.org', orgClaim: null };
  const manager = {
    orgId,
    actor: { kind: 'operator', id: 'op', name: 'op', email: null },
    scopes: SCOPES,
    requestId: null,
  } as const;
  const invite = (role: MemberRole, email: string | null, subject: string | null = null) =>
    addMember(deps, manager, { role, email, subject });
  /** A core that remembers nothing yet. */
  const freshCore = (now = () => NOW) =>
    createAuthenticate(app, PEPPER, now, { users: check, workloads: undefined });
  const come = async (claims: JWTPayload, core = freshCore(), organisation = orgId) =>
    core({ authorization: [await bearer(claims)], orgId: [organisation] });
  const stranger = { code: 'org_access_denied' };

  it('lets in who was added by subject', async () => {
    const { id } = await invite('approver', null, 'grace');
    const caller = await come({ sub: 'grace', name: 'Grace', role: 'admin' });
    assert.deepEqual(caller.scopes, scopesOfRoles(['approver']));
    const record = await readMember(deps, orgId, id);
    assert.deepEqual([record.name, record.joinedAt, record.lastSeenAt], ['Grace', NOW, NOW]);
  });

  it('gives an invitation to the first token with a verified address, and to no other after it', async () => {
    const { id } = await invite('developer', 'linus@example.org');
    await assert.rejects(come({ sub: 'thief', email: 'linus@example.org' }), stranger);
    await assert.rejects(come({ sub: 'thief', email: 'linus@example.org', email_verified: false }), stranger);
    const linus = { sub: 'linus', email: 'Linus@Example.ORG', email_verified: true };
    assert.deepEqual((await come(linus)).scopes, scopesOfRoles(['developer']));
    assert.equal((await readMember(deps, orgId, id)).subject, 'linus');
    await assert.rejects(come({ ...linus, sub: 'other' }), stranger);
    // From now on the subject counts alone.
    await come({ sub: 'linus' });
    const [entry] = await database.owner`
      select count(*)::int as joined from audit_entries where target_id = ${id} and action = 'member.joined'`;
    assert.equal(entry?.joined, 1);
  });

  it('does not take a letter for another that looks or folds like it', async () => {
    await invite('developer', 'kim@example.org');
    const kelvin = { sub: 'thief', email: '\u212Aim@example.org', email_verified: true };
    await assert.rejects(come(kelvin), stranger);
    assert.deepEqual(
      (await come({ ...kelvin, email: 'KIM@example.org' })).scopes,
      scopesOfRoles(['developer']),
    );
  });

  it('says the same of an unverified address, whether it was invited or not', async () => {
    await invite('viewer', 'invited@example.org');
    const rejections = await Promise.all(
      ['invited@example.org', 'nobody@example.org'].map((email) =>
        come({ sub: 'curious', email }).then(
          () => assert.fail('was let in'),
          ({ message, details }) => ({ message, details }),
        ),
      ),
    );
    assert.deepEqual(rejections[0], rejections[1]);
    assert.match(rejections[0]!.message, /claim "email_verified" is missing/);
    assert.equal(rejections[0]!.details.claim, 'email_verified');
  });

  it('gives it once, also when the first two requests reach two cores at the same moment', async () => {
    await invite('viewer', 'twice@example.org');
    const twice = { sub: 'twice', email: 'twice@example.org', email_verified: true };
    const callers = await Promise.all([come(twice), come(twice), come(twice)]);
    assert.deepEqual(new Set(callers.map(({ actorId }) => actorId)).size, 1);
  });

  it('gives no address of another person for a claim alone', async () => {
    const { id } = await invite('viewer', null, 'greedy');
    await come({ sub: 'greedy', email: 'owner@example.org' });
    assert.equal((await readMember(deps, orgId, id)).email, null);
    await invite('viewer', 'owner@example.org');
  });

  it('admits no one to another organisation', async () => {
    await invite('admin', null, 'here');
    await assert.rejects(come({ sub: 'here' }, freshCore(), otherOrgId), stranger);
    await assert.rejects(come({ sub: 'here' }, freshCore(), uuidV7()), stranger);
  });

  it('knows a member by the issuer too', async () => {
    const { id } = await invite('admin', null, 'issued');
    await database.owner`update organisation_members set issuer = 'https://former.example.org' where id = ${id}`;
    await assert.rejects(come({ sub: 'issued' }), stranger);
  });

  it('knows of a change after five seconds, and of a new member at once', async () => {
    let moment = NOW;
    const core = freshCore(() => moment);
    await assert.rejects(come({ sub: 'late' }, core), stranger);
    const { id } = await invite('viewer', null, 'late');
    assert.ok(!(await come({ sub: 'late' }, core)).scopes.includes('analysis:write'));
    await changeMember(deps, manager, id, { role: 'developer' });
    moment = new Date(NOW.getTime() + 4_999);
    assert.ok(!(await come({ sub: 'late' }, core)).scopes.includes('analysis:write'));
    moment = new Date(NOW.getTime() + 5_000);
    assert.ok((await come({ sub: 'late' }, core)).scopes.includes('analysis:write'));
    await removeMember(deps, manager, id);
    moment = new Date(NOW.getTime() + 10_000);
    await assert.rejects(come({ sub: 'late' }, core), stranger);
  });
});
