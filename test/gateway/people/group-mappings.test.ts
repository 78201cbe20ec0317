/** Groups of an identity provider that give roles and teams. Real gateway, core, Postgres, and a certified provider on this machine. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { createSignInProvider, type SignInProvider } from '../../../src/service/access/oidc/provider.ts';
import { createLogoutTokenCheck } from '../../../src/service/access/tokens/logout-token.ts';
import { createMembership } from '../../../src/service/access/tokens/membership.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { until } from '../../support/processes.ts';
import { comeBack, openBrowser, signedInAdmin, type TestBrowser } from '../../support/service/browser.ts';
import { testCore } from '../../support/service/core.ts';
import { CLIENT, startIdentityProvider } from '../../support/tokens/identity-provider.ts';
import { startTestGateway } from '../support/support.ts';

const idp = await startIdentityProvider();
const { issuer } = idp;
const now = () => new Date();
const seal = createSeal('the key of this test, which is long enough');
let made: SignInProvider;
const provider: SignInProvider = {
  issuer,
  begin: (...request) => made.begin(...request),
  finish: (...request) => made.finish(...request),
  refresh: (...request) => made.refresh(...request),
  signOutUrl: () => made.signOutUrl(),
};
const tokens = {
  ...{ issuer, audience: 'api', jwksUrl: `${issuer}/jwks` },
  ...{ orgClaim: null, roleClaim: 'role', groupsClaim: 'groups' },
};
const checkLogout = createLogoutTokenCheck({ ...tokens, ...CLIENT }, now, () => {});
const database = await testDatabase();
/** What the core has logged. */
const lines: string[] = [];
const log = createLogger('silent', 'test');
log.info = ((fields: object, message: string) => lines.push(JSON.stringify({ ...fields, message }))) as never;
const core = await testCore({ database, log, atProvider: { provider, tokens, seal, checkLogout } });
const gateway = await startTestGateway({ corePort: core.server.port });
const { url } = gateway;
made = createSignInProvider({ issuer, ...CLIENT, baseUrl: url }, seal, now);
idp.register(`${url}/sign-in/oidc/callback`);
after(async () => {
  await gateway.stop();
  await idp.close();
});

const MAPPINGS = '/api/v1/group-mappings';
const GROUP_ID = '8f1b5d3a-2c4e-4f60-9a7b-0c1d2e3f4a5b';
let people = 0;

/** An organisation with an admin of its own who has signed in. */
async function organisation() {
  people += 1;
  const { browser, orgId } = await signedInAdmin(database, url, `admin-${people}@example.com`);
  const send = (method: string, path: string, body?: object) =>
    browser.send(method, path, body, { 'X-Org-Id': orgId });
  const map = async (group: string, gives: object) => {
    const { status, body } = await send('POST', MAPPINGS, { group, ...gives });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id as string;
  };
  return { orgId, send, map };
}

/** Signs a new person in with these claims. */
async function person(claims: Readonly<Record<string, unknown>>) {
  people += 1;
  idp.person = { sub: `person-${people}`, email: `person-${people}@example.com`, name: `Person ${people}` };
  const again = async (next: Readonly<Record<string, unknown>>): Promise<TestBrowser> => {
    idp.claims = next;
    const browser = await openBrowser(url);
    const { body } = await browser.send('POST', '/api/v1/sign-in/oidc', {});
    await comeBack(browser, await idp.signIn(body.url));
    return browser;
  };
  return { browser: await again(claims), again };
}

const rolesOf = async (browser: TestBrowser) =>
  Object.fromEntries(
    (await browser.send('GET', '/api/v1/session')).body.organisations.map(
      ({ id, role, teamsOnly }: { id: string; role: string; teamsOnly: boolean }) => [
        id,
        teamsOnly ? `${role} of teams` : role,
      ],
    ),
  );
const ownGroups = async (browser: TestBrowser) => (await browser.send('GET', '/api/v1/account/groups')).body;

const DIALECTS = [
  ['object ids, as Entra sends them', 'groups', GROUP_ID.toUpperCase(), { groups: [GROUP_ID, 'other'] }],
  [
    'nested paths, as Keycloak sends them',
    'groups',
    '/bank/robotics',
    { groups: ['/bank/robotics', '/bank/payments/approvers'] },
  ],
  ['names at a path', 'realm_access.roles', 'developers', { realm_access: { roles: ['developers', 'x'] } }],
] as const;

describe('groups of the identity provider', () => {
  for (const [dialect, claim, group, claims] of DIALECTS)
    it(`give roles and teams: ${dialect}`, async () => {
      tokens.groupsClaim = claim;
      const { orgId, send, map } = await organisation();
      const { body: team } = await send('POST', '/api/v1/teams', { name: 'Payments' });
      await map(group, { role: 'developer', teamIds: [team.id] });
      const { browser, again } = await person(claims);
      assert.deepEqual(await rolesOf(browser), { [orgId]: 'developer' });
      const { members } = (await send('GET', `/api/v1/teams/${team.id}`)).body;
      assert.deepEqual(
        members.map(({ name }: { name: string }) => name),
        [idp.person.name],
      );
      const own = await ownGroups(browser);
      assert.equal(own.claim, claim);
      assert.equal(own.problem, null);
      assert.deepEqual(own.organisations, [
        {
          ...{ id: orgId, name: 'Test', role: 'developer', teamsOnly: false, teams: ['Payments'] },
          ...{ groups: [(await send('GET', MAPPINGS)).body.mappings[0].group], problem: null },
        },
      ]);
      const line = JSON.parse(lines.findLast((one) => one.includes('groups of a person'))!);
      assert.deepEqual([line.subject, line.organisations[0].role], [idp.person.sub, 'developer']);
      // The groups are gone with the next token, and the membership that they gave with them.
      const later = await again({ [claim.split('.')[0]!]: claim.includes('.') ? { roles: [] } : [] });
      assert.deepEqual(await rolesOf(later), {});
      assert.deepEqual((await send('GET', `/api/v1/teams/${team.id}`)).body.members, []);
      const denied = await browser.send('GET', '/api/v1/feed', undefined, { 'X-Org-Id': orgId });
      assert.equal(denied.status, 403);
      tokens.groupsClaim = 'groups';
    });

  it('give nothing where another organisation has mapped them', async () => {
    const [ours, theirs] = [await organisation(), await organisation()];
    await ours.map('/bank/ours', { role: 'admin' });
    await theirs.map('/bank/theirs', { role: 'viewer' });
    const { browser } = await person({ groups: ['/bank/ours'] });
    assert.deepEqual(await rolesOf(browser), { [ours.orgId]: 'admin' });
    const { browser: stranger } = await person({ groups: ['*', '/bank/*', '/*'] });
    assert.deepEqual(await rolesOf(stranger), {});
  });

  it('below a path give what the path with a star says, and what no mapping names the default', async () => {
    const { orgId, map } = await organisation();
    await map('/firm/*', { role: 'auditor' });
    const { browser: above } = await person({ groups: ['/firm'] });
    assert.deepEqual(await rolesOf(above), {});
    await map('*', { role: 'viewer' });
    const { browser: below } = await person({ groups: ['/firm/it/robots'] });
    assert.equal((await rolesOf(below))[orgId], 'auditor');
    const { browser: outsider } = await person({ groups: ['/elsewhere'] });
    assert.equal((await rolesOf(outsider))[orgId], 'viewer');
  });

  it('that are too many for a token give nothing, and a sentence says so', async () => {
    const { orgId, map } = await organisation();
    await map('many', { role: 'developer' });
    const elsewhere = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.example.com/me/getMemberObjects' } },
    };
    for (const claims of [elsewhere, { hasgroups: true }]) {
      const { browser, again } = await person({ groups: ['many'] });
      assert.equal((await rolesOf(browser))[orgId], 'developer');
      const later = await again(claims);
      assert.equal((await rolesOf(later))[orgId], undefined);
      assert.match(
        (await ownGroups(later)).problem,
        /left the claim "groups" out, because there are too many/,
      );
      assert.match(lines.at(-1)!, /too many groups for a token/);
    }
    const { browser } = await person({ groups: [{ id: 'many' }] });
    assert.match((await ownGroups(browser)).problem, /members that are no texts/);
  });

  it('give a role beside the one given by hand, which stays when they go', async () => {
    const { orgId, send, map } = await organisation();
    await map('makers', { role: 'approver' });
    people += 1;
    await send('POST', '/api/v1/members', { email: `person-${people}@example.com`, role: 'viewer' });
    people -= 1;
    const { browser, again } = await person({ groups: ['makers'] });
    assert.equal((await rolesOf(browser))[orgId], 'approver');
    const { members } = (await send('GET', '/api/v1/members')).body;
    const { id } = members.find(({ role }: { role: string }) => role === 'approver');
    const byHand = await send('PATCH', `/api/v1/members/${id}`, { role: 'developer' });
    assert.match(
      byHand.body.error.message,
      /Groups of the identity provider give this member the role approver: makers/,
    );
    assert.equal((await rolesOf(await again({ groups: [] })))[orgId], 'viewer');
  });

  it('of an older token bring no right back', async () => {
    const { orgId, map } = await organisation();
    await map('crew', { role: 'developer' });
    const membership = (groups: readonly string[], seconds: number) =>
      createMembership(database.app, now)(orgId, {
        ...{ issuer, subject: 'by-token', name: 'Ada', email: null, emailVerified: false },
        groups: { names: groups, isStated: true, problem: null, at: new Date(seconds * 1_000) },
      });
    assert.equal((await membership(['crew'], 1_000))?.role, 'developer');
    assert.equal(await membership([], 1_010), undefined);
    assert.equal(await membership(['crew'], 1_000), undefined);
    assert.equal((await membership(['crew'], 1_020))?.role, 'developer');
    assert.equal((await membership([], 1_005))?.role, 'developer');
  });

  it('that go with a refresh of the session take their rights within five seconds', async () => {
    const { orgId, map } = await organisation();
    await map('shift', { role: 'developer' });
    idp.givesRefreshTokens = true;
    const { browser } = await person({ groups: ['shift'] });
    const feed = async () =>
      (await browser.send('GET', '/api/v1/feed', undefined, { 'X-Org-Id': orgId })).status;
    assert.equal(await feed(), 200);
    idp.givesRefreshTokens = false;
    idp.claims = { groups: [] };
    await database.owner`update sessions set provider_until = now() where provider_tokens is not null`;
    await until('the role goes', async () => (await feed()) === 403, 12_000);
    assert.equal((await rolesOf(browser))[orgId], undefined);
    assert.deepEqual((await ownGroups(browser)).groups, []);
  });

  it('of the last admin may go, and the role stays', async () => {
    const orgId = await testOrganisation(database, 'Alone');
    const [mapping] = await database.owner`
      insert into group_mappings (org_id, id, issuer, group_name, role, created_at, created_by_name, updated_at)
      values (${orgId}, gen_random_uuid(), ${issuer}, 'chiefs', 'admin', now(), 't', now()) returning id`;
    const { browser, again } = await person({ groups: ['chiefs'] });
    assert.equal((await rolesOf(browser))[orgId], 'admin');
    // This provider does not say when the person proved who they are.
    await database.owner`update sessions set authenticated_at = now()`;
    const removed = await browser.send('DELETE', `${MAPPINGS}/${mapping!.id}`, undefined, {
      'X-Org-Id': orgId,
    });
    assert.equal(removed.code, 'state_conflict');
    assert.match(removed.body.error.message, /the last admin/);
    const later = await again({ groups: [] });
    assert.equal((await rolesOf(later))[orgId], 'admin');
    assert.match(
      (await ownGroups(later)).organisations.find(({ id }: { id: string }) => id === orgId).problem,
      /no other admin/,
    );
  });
});

describe('a group mapping', () => {
  it('is followed at once when it changes, with teams, keys and the log', async () => {
    const { orgId, send, map } = await organisation();
    const id = await map('staff', { role: 'developer' });
    const { browser } = await person({ groups: ['staff'] });
    const role = async () => (await rolesOf(browser))[orgId];
    assert.equal(await role(), 'developer');
    assert.equal(
      (await send('PATCH', `${MAPPINGS}/${id}`, { role: 'viewer', teamsOnly: true })).body.members,
      1,
    );
    assert.equal(await role(), 'viewer of teams');
    assert.equal((await send('DELETE', `${MAPPINGS}/${id}`)).status, 204);
    assert.equal(await role(), undefined);
    const { entries } = (await send('GET', '/api/v1/audit-log')).body;
    assert.deepEqual(entries.map(({ action }: { action: string }) => action).slice(0, 6), [
      ...['member.removed', 'group_mapping.deleted', 'member.groups_changed', 'group_mapping.updated'],
      ...['member.joined', 'member.added'],
    ]);
  });

  it('is rejected when it gives nothing, too much, or what its author may not give', async () => {
    const { orgId, send, map } = await organisation();
    const rejected = async (body: object) => {
      const { status, body: answer } = await send('POST', MAPPINGS, body);
      return `${status} ${answer.error?.code}`;
    };
    assert.equal(await rejected({ group: 'a' }), '400 invalid_field');
    assert.equal(await rejected({ group: '*', role: 'admin' }), '400 invalid_field');
    assert.equal(await rejected({ group: 'a/*', role: 'viewer' }), '400 invalid_field');
    assert.equal(await rejected({ group: 'a', role: 'admin', teamsOnly: true }), '400 invalid_field');
    assert.equal(await rejected({ group: 'a', teamIds: [GROUP_ID] }), '400 invalid_field');
    await map('a', { role: 'viewer' });
    const { body: team } = await send('POST', '/api/v1/teams', { name: 'Twice' });
    await map('twice', { teamIds: [team.id, team.id.toUpperCase()] });
    assert.equal(await rejected({ group: ' a ', role: 'admin' }), '409 state_conflict');
    const key = await core.identity(['org:admin'], orgId);
    const byKey = await fetch(`${url}${MAPPINGS}`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `ApiKey ${key.key}`, 'X-Org-Id': orgId, 'Content-Type': 'application/json' },
      },
      body: JSON.stringify({ group: 'b', role: 'admin' }),
    });
    assert.equal(byKey.status, 403);
    assert.match(await byKey.text(), /insufficient_scope/);
  });
});
