/** Sign-in of people over REST, by links and passwords. Real gateway, core and Postgres. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { pino } from 'pino';
import { createLimiter } from '../../../src/service/rate-limits/limiter.ts';
import { testOrganisation } from '../../support/database/database.ts';
import { openBrowser, operatorLink, PASSWORD, signedInAdmin } from '../../support/service/browser.ts';
import { testCore } from '../../support/service/core.ts';
import { startTestGateway } from '../support/support.ts';

const logLines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) });
const core = await testCore({
  log,
  limiter: ({ app }) => createLimiter({ sql: app, factor: 1, onError: () => {} }),
});
const { database } = core;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { url } = gateway;

const LINK = '/api/v1/sign-in/link';
const USE = '/api/v1/session/link';
const SESSION = '/api/v1/session';
const newAccount = (email: string) => ({ name: 'Grace Example', email, password: PASSWORD });

/** Adds a member and makes their invitation. Returns its token. */
async function invitationOf(
  admin: Awaited<ReturnType<typeof signedInAdmin>>,
  role: string,
  email: string,
): Promise<{ readonly token: string; readonly memberId: string }> {
  const org = { 'X-Org-Id': admin.orgId };
  const { body: member } = await admin.browser.send('POST', '/api/v1/members', { role, email }, org);
  const made = await admin.browser.send('POST', `/api/v1/members/${member.id}/invitation`, undefined, org);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { token: made.body.url.split('/sign-in#t=')[1], memberId: member.id };
}

describe('a link of the operator', () => {
  it('makes an account whose person administers the organisation, and is good once', async () => {
    const orgId = await testOrganisation(database, 'Bank');
    const token = await operatorLink(database, orgId);
    const browser = await openBrowser(url);
    const { body: link } = await browser.send('POST', LINK, { token });
    assert.deepEqual(
      [link.purpose, link.email, link.role, link.organisation],
      ['first_account', null, 'admin', { id: orgId, name: 'Bank' }],
    );
    const made = await browser.send('POST', USE, { token, ...newAccount('Grace@Example.com') });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.equal(made.body.person.email, 'grace@example.com');
    const { body: session } = await browser.send('GET', SESSION);
    const [organisation] = session.organisations;
    assert.deepEqual([organisation.id, organisation.name, organisation.role], [orgId, 'Bank', 'admin']);
    const members = await browser.send('GET', '/api/v1/members', undefined, { 'X-Org-Id': orgId });
    assert.deepEqual(
      [members.body.members[0].name, members.body.members[0].status],
      ['Grace Example', 'active'],
    );
    const again = await browser.send('POST', USE, { token, ...newAccount('other@example.com') });
    assert.deepEqual([again.status, again.code], [404, 'not_found']);
  });

  it('is good for one of two people who use it at once', async () => {
    const token = await operatorLink(database, await testOrganisation(database));
    const browsers = await Promise.all([openBrowser(url), openBrowser(url)]);
    const answers = await Promise.all(
      browsers.map((browser, i) =>
        browser.send('POST', USE, { token, ...newAccount(`racer${i}@example.com`) }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  });

  it('is not valid once it has expired', async () => {
    const token = await operatorLink(database, await testOrganisation(database));
    await database.owner`update sign_in_links set expires_at = now() - interval '1 second'`;
    const browser = await openBrowser(url);
    assert.equal((await browser.send('POST', LINK, { token })).code, 'not_found');
    assert.equal(
      (await browser.send('POST', USE, { token, ...newAccount('late@example.com') })).code,
      'not_found',
    );
  });

  it('lets a known person in with a new password, and ends their other sessions', async () => {
    const { browser, orgId } = await signedInAdmin(database, url, 'forgetful@example.com');
    const token = await operatorLink(database, orgId, 'forgetful@example.com');
    const other = await openBrowser(url);
    const { body: link } = await other.send('POST', LINK, { token });
    assert.deepEqual(
      [link.purpose, link.email, link.hasAccount],
      ['recovery', 'forgetful@example.com', true],
    );
    const password = 'another seven words of that person';
    assert.equal((await other.send('POST', USE, { token, password })).status, 200);
    assert.equal((await browser.send('GET', SESSION)).body.person, null);
    const third = await openBrowser(url);
    const credentials = { email: 'forgetful@example.com', password };
    assert.equal((await third.send('POST', SESSION, credentials)).status, 200);
  });
});

describe('an invitation', () => {
  it('gives a new person the role that the admin has fixed, once', async () => {
    const admin = await signedInAdmin(database, url, 'inviter@example.com');
    const { token } = await invitationOf(admin, 'developer', 'invited@example.com');
    const browser = await openBrowser(url);
    const { body: link } = await browser.send('POST', LINK, { token });
    assert.deepEqual(
      [link.purpose, link.email, link.role, link.hasAccount],
      ['invitation', 'invited@example.com', 'developer', false],
    );
    const joined = await browser.send('POST', USE, { token, ...newAccount('forged@example.com') });
    assert.equal(joined.body.person.email, 'invited@example.com');
    assert.equal(joined.body.organisations[0].role, 'developer');
    assert.equal(
      (await browser.send('POST', USE, { token, ...newAccount('x@example.com') })).code,
      'not_found',
    );
    const org = { 'X-Org-Id': admin.orgId };
    const rejectedKey = await browser.send(
      'POST',
      '/api/v1/api-keys',
      { name: 'k', scopes: ['analysis:read'] },
      org,
    );
    assert.equal(rejectedKey.code, 'insufficient_scope');
  });

  it('is joined with the account of its address by that password alone', async () => {
    await signedInAdmin(database, url, 'known@example.com');
    const admin = await signedInAdmin(database, url, 'inviter2@example.com');
    const { token } = await invitationOf(admin, 'viewer', 'known@example.com');
    const thief = await openBrowser(url);
    const wrong = await thief.send('POST', USE, { token, password: 'some words of the inviter' });
    assert.deepEqual([wrong.status, wrong.code], [401, 'invalid_credentials']);
    const owner = await openBrowser(url);
    const joined = await owner.send('POST', USE, { token, password: PASSWORD });
    assert.equal(joined.body.organisations.length, 2);
  });

  it('does not reveal whether its address has an account', async () => {
    await signedInAdmin(database, url, 'present@example.com');
    const admin = await signedInAdmin(database, url, 'curious@example.com');
    const answers = [];
    for (const email of ['present@example.com', 'absent@example.com']) {
      const { token } = await invitationOf(admin, 'viewer', email);
      const browser = await openBrowser(url);
      const { hasAccount } = (await browser.send('POST', LINK, { token })).body;
      const wrong = await browser.send('POST', USE, { token, password: 'no password of anybody here' });
      const joined = await browser.send('POST', USE, { token, ...newAccount(email) });
      answers.push([hasAccount, wrong.status, wrong.code, joined.status, joined.body.organisations.length]);
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[0], [false, 401, 'invalid_credentials', 200, 1]);
  });

  it('lets a person in whose address another person has used, with an account apart', async () => {
    const address = 'victim@example.com';
    const attacker = await signedInAdmin(database, url, 'attacker@example.com');
    const { token: planted } = await invitationOf(attacker, 'viewer', address);
    const squatter = await openBrowser(url);
    await squatter.send('POST', USE, { token: planted, ...newAccount(address) });
    const admin = await signedInAdmin(database, url, 'employer@example.com');
    const { token } = await invitationOf(admin, 'approver', address);
    const victim = await openBrowser(url);
    const password = 'words that only the victim knows';
    const joined = await victim.send('POST', USE, { token, name: 'Victim', password });
    assert.equal(joined.status, 200);
    assert.deepEqual(
      joined.body.organisations.map(({ id }: { id: string }) => id),
      [admin.orgId],
    );
    assert.equal((await squatter.send('GET', SESSION)).body.person, null, 'the sessions of the first end');
    const organisationsWith = async (words: string) => {
      const browser = await openBrowser(url);
      const { body } = await browser.send('POST', SESSION, { email: address, password: words });
      return body.organisations.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await organisationsWith(password), [admin.orgId]);
    assert.deepEqual(await organisationsWith(PASSWORD), [attacker.orgId]);
    for (const { browser, orgId } of [admin, attacker]) {
      const log = await browser.send('GET', '/api/v1/audit-log', undefined, { 'X-Org-Id': orgId });
      const actions = log.body.entries.map(({ action }: { action: string }) => action);
      assert.ok(actions.includes('member.address_shared'), actions.join());
    }
  });

  it('leads an address of several people to the member, by a link of the operator and by passwords', async () => {
    const address = 'shared@example.com';
    const words = (number: number) => `words that person ${number} alone knows`;
    const first = await signedInAdmin(database, url, 'first-inviter@example.com');
    const second = await signedInAdmin(database, url, 'second-inviter@example.com');
    const ids: string[] = [];
    for (const [number, admin] of [first, second].entries()) {
      const { token, memberId } = await invitationOf(admin, 'viewer', address);
      ids.push(memberId);
      const browser = await openBrowser(url);
      const joined = await browser.send('POST', USE, { token, name: 'Person', password: words(number) });
      assert.equal(joined.status, 200);
    }
    const token = await operatorLink(database, second.orgId, address);
    const password = 'words of somebody who had forgotten theirs';
    const recovered = await (await openBrowser(url)).send('POST', USE, { token, password });
    assert.deepEqual(
      recovered.body.organisations.map(({ id }: { id: string }) => id),
      [second.orgId],
    );
    const signIn = async () =>
      (await (await openBrowser(url)).send('POST', SESSION, { email: address, password })).status;
    assert.equal(await signIn(), 200);
    await second.browser.send('DELETE', `/api/v1/members/${ids[1]}`, undefined, { 'X-Org-Id': second.orgId });
    assert.equal(await signIn(), 401, 'passwords of people without an organisation are not checked');
  });

  it('is taken up by a person who has signed in, and who then belongs to both organisations', async () => {
    const person = await signedInAdmin(database, url, 'two-hats@example.com');
    const admin = await signedInAdmin(database, url, 'inviter3@example.com');
    const { token } = await invitationOf(admin, 'auditor', 'hats@example.com');
    const joined = await person.browser.send('POST', '/api/v1/account/invitation', { token });
    const roles = joined.body.organisations.map(({ id, role }: { id: string; role: string }) => [id, role]);
    assert.deepEqual(
      new Map(roles),
      new Map([
        [person.orgId, 'admin'],
        [admin.orgId, 'auditor'],
      ]),
    );
    const log = await person.browser.send('GET', '/api/v1/audit-log', undefined, { 'X-Org-Id': admin.orgId });
    assert.ok(log.body.entries.some(({ action }: { action: string }) => action === 'member.joined'));
  });

  it('ends with the next one, and with the membership', async () => {
    const admin = await signedInAdmin(database, url, 'inviter4@example.com');
    const org = { 'X-Org-Id': admin.orgId };
    const { token: former, memberId } = await invitationOf(admin, 'viewer', 'nobody@example.com');
    const next = await admin.browser.send('POST', `/api/v1/members/${memberId}/invitation`, undefined, org);
    const latter = next.body.url.split('#t=')[1];
    const browser = await openBrowser(url);
    assert.equal((await browser.send('POST', LINK, { token: former })).code, 'not_found');
    assert.equal((await browser.send('POST', LINK, { token: latter })).status, 200);
    await admin.browser.send('DELETE', `/api/v1/members/${memberId}`, undefined, org);
    assert.equal((await browser.send('POST', LINK, { token: latter })).code, 'not_found');
  });
});

describe('sign-in by password', () => {
  it('gives a new session with a cookie that only our pages get', async () => {
    await signedInAdmin(database, url, 'ada@example.com');
    const browser = await openBrowser(url);
    const answer = await browser.send('POST', SESSION, { email: 'ADA@example.com', password: PASSWORD });
    assert.equal(answer.status, 200);
    const [cookie = ''] = answer.headers.getSetCookie();
    const [pair = '', ...traits] = cookie.split('; ');
    assert.match(pair, /^__Host-flowarden=[\w-]{43}$/);
    assert.deepEqual(
      traits.filter((trait) => !trait.startsWith('Max-Age=')),
      ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict'],
    );
    assert.ok(!JSON.stringify(answer.body).includes(pair.split('=')[1]!));
  });

  it('replaces the session that the browser had: a planted one is worth nothing', async () => {
    await signedInAdmin(database, url, 'fixed@example.com');
    const mallory = await signedInAdmin(database, url, 'mallory@example.com');
    const planted = mallory.browser.cookies.get('__Host-flowarden')!;
    const browser = await openBrowser(url);
    browser.cookies.set('__Host-flowarden', planted);
    await browser.send('POST', SESSION, { email: 'fixed@example.com', password: PASSWORD });
    assert.notEqual(browser.cookies.get('__Host-flowarden'), planted);
    assert.equal((await browser.send('GET', SESSION)).body.person.email, 'fixed@example.com');
    assert.equal((await mallory.browser.send('GET', SESSION)).body.person, null);
  });

  it('answers the same for an unknown account as for a wrong password', async () => {
    await signedInAdmin(database, url, 'real@example.com');
    const browser = await openBrowser(url);
    const answers = [];
    for (const email of ['real@example.com', 'unreal@example.com']) {
      const { status, body } = await browser.send('POST', SESSION, {
        email,
        password: 'wrong words, all of them',
      });
      answers.push([status, body.error.code, body.error.message]);
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[0]!.slice(0, 2), [401, 'invalid_credentials']);
  });

  it('is limited to ten attempts for an account and address, the right password included', async () => {
    await signedInAdmin(database, url, 'guessed@example.com');
    const browser = await openBrowser(url);
    for (let i = 0; i < 10; i += 1)
      await browser.send('POST', SESSION, {
        email: 'guessed@example.com',
        password: `guess number ${i} of many`,
      });
    const right = { email: 'guessed@example.com', password: PASSWORD };
    const limited = await browser.send('POST', SESSION, right);
    assert.deepEqual([limited.status, limited.code], [429, 'rate_limited']);
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
    // Another account is not limited by that.
    const other = await browser.send('POST', SESSION, { email: 'ada@example.com', password: PASSWORD });
    assert.equal(other.status, 200);
  });

  it('needs a browser that stores cookies, and https beyond this machine', async () => {
    const browser = await openBrowser(url);
    browser.cookies.clear();
    const body = { email: 'ada@example.com', password: PASSWORD };
    const forgetful = await browser.send('POST', SESSION, body);
    assert.deepEqual([forgetful.status, forgetful.code], [400, 'cookie_rejected']);
    assert.match(forgetful.body.error.message, /Safari/);
    const far = await browser.send('POST', SESSION, body, { Origin: 'http://flowarden.bank.example:8080' });
    assert.deepEqual([far.status, far.code], [400, 'insecure_origin']);
  });
});

describe('a session', () => {
  it('that no one has is none, and the answer says whether something else identifies the calls', async () => {
    const none = { person: null, session: null, organisations: [] };
    const stranger = await fetch(`${url}${SESSION}`);
    assert.match(stranger.headers.get('set-cookie') ?? '', /^__Host-flowarden-check=1/);
    assert.deepEqual(await stranger.json(), { ...none, hasAuthorizationHeader: false });
    const { key } = await core.identity();
    const program = await fetch(`${url}${SESSION}`, { headers: { Authorization: `ApiKey ${key}` } });
    assert.deepEqual(await program.json(), { ...none, hasAuthorizationHeader: true });
    assert.equal((await fetch(`${url}/api/v1/sessions`)).status, 401);
  });

  it('is listed for its owner, who ends one or all others', async () => {
    const { browser } = await signedInAdmin(database, url, 'lister@example.com');
    const others = [await openBrowser(url), await openBrowser(url)];
    for (const other of others)
      await other.send('POST', SESSION, { email: 'lister@example.com', password: PASSWORD });
    const { body } = await browser.send('GET', '/api/v1/sessions');
    assert.equal(body.sessions.length, 3);
    const [foreign] = body.sessions.filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    assert.deepEqual([foreign.browser, foreign.address], ['Test browser', '127.0.0.1']);
    assert.equal((await browser.send('DELETE', `/api/v1/sessions/${foreign.id}`)).status, 204);
    assert.equal((await browser.send('DELETE', `/api/v1/sessions/${foreign.id}`)).code, 'not_found');
    assert.equal((await browser.send('DELETE', '/api/v1/sessions')).body.ended, 1);
    for (const other of others) assert.equal((await other.send('GET', SESSION)).body.person, null);
    assert.notEqual((await browser.send('GET', SESSION)).body.person, null);
  });

  it('ends in all tabs of a browser with a sign-out, and takes its cookie away', async () => {
    const { browser } = await signedInAdmin(database, url, 'tabs@example.com');
    const tab = browser.cookies.get('__Host-flowarden')!;
    const out = await browser.send('DELETE', SESSION);
    assert.deepEqual(out.body, { providerSignOutUrl: null });
    assert.equal(browser.cookies.get('__Host-flowarden'), undefined);
    browser.cookies.set('__Host-flowarden', tab);
    assert.equal((await browser.send('GET', SESSION)).body.person, null);
  });

  it('of the others ends with a new password', async () => {
    const { browser } = await signedInAdmin(database, url, 'changer@example.com');
    const other = await openBrowser(url);
    await other.send('POST', SESSION, { email: 'changer@example.com', password: PASSWORD });
    const path = '/api/v1/account/password';
    const newPassword = 'some words that are new to Ada';
    const wrong = await browser.send('POST', path, { currentPassword: 'not the right words', newPassword });
    assert.equal(wrong.code, 'invalid_credentials');
    const short = await browser.send('POST', path, { currentPassword: PASSWORD, newPassword: 'short' });
    assert.deepEqual([short.status, short.code], [400, 'invalid_field']);
    assert.equal((await browser.send('POST', path, { currentPassword: PASSWORD, newPassword })).status, 204);
    assert.equal((await other.send('GET', SESSION)).body.person, null);
    assert.notEqual((await browser.send('GET', SESSION)).body.person, null);
  });

  it('shows the new name of its person', async () => {
    const { browser } = await signedInAdmin(database, url, 'renamed@example.com');
    const { body } = await browser.send('PATCH', '/api/v1/account', { name: '  Ada <img src=x> ' });
    assert.equal(body.person.name, 'Ada <img src=x>');
    assert.equal((await browser.send('GET', SESSION)).body.person.name, 'Ada <img src=x>');
  });

  it('needs a recent sign-in for what gives others access, moves the gate or sends data elsewhere', async () => {
    const { browser, orgId } = await signedInAdmin(database, url, 'stale@example.com');
    const org = { 'X-Org-Id': orgId };
    const create = () =>
      browser.send('POST', '/api/v1/api-keys', { name: 'ci', scopes: ['analysis:write'] }, org);
    assert.equal((await create()).status, 201);
    await database.owner`update sessions set authenticated_at = now() - interval '31 minutes'`;
    // Read anew, as after the seconds for which a core caches it.
    await browser.send('PATCH', '/api/v1/account', { name: 'Ada Example' });
    const late = await create();
    assert.deepEqual([late.status, late.code], [403, 'reauthentication_required']);
    const decision = { ids: ['7d9f6f0e-2b7c-4d5b-9c39-0f6a3c1e8a55'], decision: 'approve' };
    for (const [path, body] of [
      ['decisions', decision],
      [`${decision.ids[0]}/approve`, {}],
      [`${decision.ids[0]}/reject`, {}],
    ] as const)
      assert.equal(
        (await browser.send('POST', `/api/v1/exceptions/${path}`, body, org)).code,
        'reauthentication_required',
        path,
      );
    for (const [method, route, body] of [
      ['PATCH', 'organisation/settings', { enforcementMode: 'advisory' }],
      ['POST', 'environments', { name: 'lab' }],
      ['PATCH', 'environments/production', { enforcementMode: 'advisory' }],
      ['DELETE', 'environments/production', undefined],
      ['PUT', 'policy-assignments', { policyPack: null }],
      ['DELETE', `policy-keys/${decision.ids[0]}`, undefined],
      ['PATCH', `org-webhooks/${decision.ids[0]}`, { url: 'https://hooks.example.com/' }],
    ] as const)
      assert.equal(
        (await browser.send(method, `/api/v1/${route}`, body, org)).code,
        'reauthentication_required',
        route,
      );
    assert.equal((await browser.send('GET', '/api/v1/api-keys', undefined, org)).status, 200);
    const path = '/api/v1/session/reauthentication';
    assert.equal(
      (await browser.send('POST', path, { password: 'wrong words, all of them' })).code,
      'invalid_credentials',
    );
    assert.equal((await browser.send('POST', path, { password: PASSWORD })).status, 204);
    assert.equal((await create()).status, 201);
  });
});

it('no log line has a password, a token or the secret of a session', async () => {
  const { browser, orgId } = await signedInAdmin(database, url, 'logged@example.com');
  const token = await operatorLink(database, orgId);
  await browser.send('POST', LINK, { token });
  await browser.send('POST', SESSION, { email: 'logged@example.com', password: 'wrong words, all of them' });
  const text = [...logLines, ...gateway.logLines].join('\n');
  assert.ok(text.includes('/api/v1/session'));
  for (const secret of [PASSWORD, 'wrong words', token, browser.cookies.get('__Host-flowarden')!])
    assert.ok(!text.includes(secret), secret);
});
