/** Sign-in at an identity provider over REST. Real gateway, core, Postgres, and a certified provider on this machine. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { ACCESS_LIMITS } from '../../../src/service/access/limits.ts';
import { insertMember } from '../../../src/service/access/members-store.ts';
import { createSignInProvider, type SignInProvider } from '../../../src/service/access/oidc/provider.ts';
import {
  endSessionsOfProvider,
  storeLogoutNotice,
} from '../../../src/service/access/oidc/provider-sign-in.ts';
import { createSessionRefresh } from '../../../src/service/access/oidc/refresh-session.ts';
import { repeatLogoutNotices } from '../../../src/service/access/oidc/repeat-logout-notices-job.ts';
import { createSessionCheck } from '../../../src/service/access/sessions/session-check.ts';
import { createLogoutTokenCheck } from '../../../src/service/access/tokens/logout-token.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { until } from '../../support/processes.ts';
import { comeBack, openBrowser, type TestBrowser } from '../../support/service/browser.ts';
import { PEPPER, testCore } from '../../support/service/core.ts';
import { CLIENT, startIdentityProvider } from '../../support/tokens/identity-provider.ts';
import { startTestGateway } from '../support/support.ts';

const idp = await startIdentityProvider();
const { issuer } = idp;
const now = () => new Date();
const seal = createSeal('the key of this test, which is long enough');
let made: SignInProvider;
let refreshes = 0;
let isAway = false;
/** Claims that the provider sends in place of its own. */
let changedClaims: Readonly<Record<string, unknown>> = {};
const provider: SignInProvider = {
  issuer,
  begin: (...request) => reached().begin(...request),
  async finish(...request) {
    const finished = await reached().finish(...request);
    return { ...finished, claims: { ...finished.claims, ...changedClaims } };
  },
  refresh(...request) {
    refreshes += 1;
    return reached().refresh(...request);
  },
  signOutUrl: () => reached().signOutUrl(),
};
const reached = () => (isAway ? nowhere : made);
const tokens = {
  issuer,
  audience: 'api',
  jwksUrl: `${issuer}/jwks`,
  orgClaim: null,
  roleClaim: 'role',
  groupsClaim: 'groups',
};
const checkLogout = createLogoutTokenCheck({ ...tokens, ...CLIENT }, now, () => {});
const database = await testDatabase();
const core = await testCore({
  database,
  atProvider: { provider, tokens, seal, checkLogout },
  allowsPasswords: false,
});
const gateway = await startTestGateway({ corePort: core.server.port });
const { url } = gateway;
made = createSignInProvider({ issuer, ...CLIENT, baseUrl: url }, seal, now);
const nowhere = createSignInProvider({ issuer: 'http://127.0.0.1:1', ...CLIENT, baseUrl: url }, seal, now);
idp.register(`${url}/sign-in/oidc/callback`);
after(async () => {
  await gateway.stop();
  await idp.close();
});

const NO_LOG = { info() {} };
const START = '/api/v1/sign-in/oidc';
const SESSION = '/api/v1/session';

/** An organisation that has invited the address of the person. */
async function invitingOrganisation(email: string): Promise<string> {
  const orgId = await testOrganisation(database, 'Bank');
  const member = {
    orgId,
    id: uuidV7(),
    role: 'approver',
    issuer: null,
    subject: null,
    email,
    createdByName: 't',
  } as const;
  await withOrganisation(database.app, orgId, (sql) => insertMember(sql, member));
  return orgId;
}

async function signedIn(returnTo = '/feed') {
  const browser = await openBrowser(url);
  const { body } = await browser.send('POST', START, { returnTo });
  const way = await idp.signIn(body.url);
  return { browser, way, location: await comeBack(browser, way) };
}

describe('sign-in at the identity provider', () => {
  it('is offered, and passwords are not where they are switched off', async () => {
    const browser = await openBrowser(url);
    assert.deepEqual((await browser.send('GET', '/api/v1/sign-in')).body, {
      passwords: false,
      provider: { issuer },
    });
    const password = await browser.send('POST', SESSION, { email: 'ada@example.com', password: 'x' });
    assert.deepEqual([password.status, password.code], [409, 'state_conflict']);
  });

  it('uses PKCE, state and nonce, begins a session, and leads back to the page', async () => {
    const orgId = await invitingOrganisation('ada@example.com');
    const browser = await openBrowser(url);
    const { body } = await browser.send('POST', START, { returnTo: '/validations?page=2' });
    const wanted = new URL(body.url).searchParams;
    assert.equal(wanted.get('code_challenge_method'), 'S256');
    for (const name of ['code_challenge', 'state', 'nonce']) assert.ok(wanted.get(name)!.length >= 43, name);
    assert.equal(await comeBack(browser, await idp.signIn(body.url)), '/validations?page=2');
    const { body: session } = await browser.send('GET', SESSION);
    assert.deepEqual([session.person.email, session.person.isLocal], ['ada@example.com', false]);
    // The verified address takes up the invitation.
    assert.deepEqual([session.organisations[0].id, session.organisations[0].role], [orgId, 'approver']);
    const rules = await browser.send('GET', '/api/v1/exceptions', undefined, { 'X-Org-Id': orgId });
    assert.equal(rules.status, 200);
  });

  it('leads to no other host', async () => {
    const absolute = ['https://evil.test/', '//evil.test/', '/\\evil.test/', 'javascript:alert(1)'];
    // Dots that resolve to nothing leave two slashes.
    const dotted = ['/.//evil.test/x', '/..//evil.test', '/%2e//evil.test', '/a/..//evil.test'];
    for (const path of [...absolute, ...dotted]) assert.equal((await signedIn(path)).location, '/');
  });

  it('fails with a code that was used, a changed state, and another browser', async () => {
    const { browser, way } = await signedIn();
    assert.equal(await comeBack(browser, way), '/sign-in?error=invalid_credentials');
    const next = await openBrowser(url);
    const { body } = await next.send('POST', START, {});
    const flow = next.cookies.get('__Host-flowarden-provider')!;
    const changed = await idp.signIn(body.url);
    changed.searchParams.set('state', 'another state');
    assert.equal(await comeBack(next, changed), '/sign-in?error=invalid_credentials');
    const right = await idp.signIn((await next.send('POST', START, {})).body.url);
    next.cookies.set('__Host-flowarden-provider', flow);
    assert.equal(await comeBack(next, right), '/sign-in?error=invalid_credentials');
    const stranger = await openBrowser(url);
    assert.equal(await comeBack(stranger, await idp.signIn(body.url)), '/sign-in?error=invalid_credentials');
    assert.equal(stranger.cookies.has('__Host-flowarden'), false);
  });

  it('fails with the nonce of another sign-in', async () => {
    const owner = 'sign-in at the identity provider';
    const browser = await openBrowser(url);
    const { body } = await browser.send('POST', START, {});
    const cookie = browser.cookies.get('__Host-flowarden-provider')!;
    const flow = JSON.parse(seal.open(Buffer.from(cookie, 'base64url'), owner));
    const sealed = seal.seal(JSON.stringify({ ...flow, nonce: 'n'.repeat(43) }), owner);
    browser.cookies.set('__Host-flowarden-provider', sealed.toString('base64url'));
    assert.equal(await comeBack(browser, await idp.signIn(body.url)), '/sign-in?error=invalid_credentials');
  });

  it('ends no later than the ID token, and in twelve hours at most', async () => {
    const { browser } = await signedIn();
    const { session } = (await browser.send('GET', SESSION)).body;
    assert.ok(Date.parse(session.expiresAt) - Date.parse(session.createdAt) <= 3_600_000);
  });

  it('ends there too when the person signs out', async () => {
    const { browser } = await signedIn();
    const { body } = await browser.send('DELETE', SESSION);
    const end = new URL(body.providerSignOutUrl);
    assert.deepEqual([end.origin, end.searchParams.get('client_id')], [issuer, CLIENT.clientId]);
    assert.equal(end.searchParams.get('id_token_hint'), null);
  });

  it('has signed in when the provider reports it, and at an unknown time otherwise', async () => {
    const signedInAt = async (auth_time: unknown) => {
      changedClaims = { auth_time };
      const { browser, location } = await signedIn().finally(() => {
        changedClaims = {};
      });
      if (location !== '/feed') return location;
      return (await browser.send('GET', SESSION)).body.session.authenticatedAt;
    };
    const anHourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    assert.equal(await signedInAt(anHourAgo), new Date(anHourAgo * 1_000).toISOString());
    assert.equal(await signedInAt(undefined), '1970-01-01T00:00:00.000Z');
    for (const impossible of [anHourAgo + 7_200, 1e300, -1, Number.NaN, 'now'])
      assert.equal(await signedInAt(impossible), '/sign-in?error=invalid_credentials', String(impossible));
  });

  it('has no password to enter again: the provider proves the person anew', async () => {
    const { browser } = await signedIn();
    const again = await browser.send('POST', `${SESSION}/reauthentication`, { password: 'x' });
    assert.equal(again.code, 'state_conflict');
    const { body } = await browser.send('POST', START, { returnTo: '/feed', reauthenticate: true });
    assert.equal(new URL(body.url).searchParams.get('prompt'), 'login');
    const former = browser.cookies.get('__Host-flowarden');
    assert.equal(await comeBack(browser, await idp.signIn(body.url)), '/feed');
    assert.notEqual(browser.cookies.get('__Host-flowarden'), former);
  });
});

describe('a session with a refresh token', () => {
  const AWAY = { code: 'identity_provider_unavailable' };
  const ENDED = { code: 'credentials_expired' };
  /** The check of another core, which remembers nothing yet. */
  const otherCore = () =>
    createSessionCheck(
      database.app,
      PEPPER,
      now,
      createSessionRefresh({ sql: database.app, provider, seal, tokens, now, groupsLog: NO_LOG }),
    );

  async function withRefreshToken() {
    idp.givesRefreshTokens = true;
    const { browser } = await signedIn().finally(() => {
      idp.givesRefreshTokens = false;
    });
    const { session } = (await browser.send('GET', SESSION)).body;
    refreshes = 0;
    return {
      session,
      secret: browser.cookies.get('__Host-flowarden')!,
      /** Moves the end of the provider's tokens. */
      async tokensEndIn(seconds: number) {
        await database.owner`
          update sessions set provider_until = now() + ${seconds} * interval '1 s' where id = ${session.id}`;
      },
    };
  }

  it('goes on while the provider says so, for twelve hours, and stores no token as it is', async () => {
    const { session, secret, tokensEndIn } = await withRefreshToken();
    const hours = (Date.parse(session.expiresAt) - Date.parse(session.createdAt)) / 3_600_000;
    assert.ok(hours > 11.9 && hours <= 12, String(hours));
    await otherCore().check(secret);
    assert.equal(refreshes, 0, 'its tokens hold for an hour');
    const [row] = await database.owner`select provider_tokens from sessions where id = ${session.id}`;
    assert.throws(() => seal.open(row!.providerTokens, 'another owner'));
    for (const seconds of [30, -1]) {
      await tokensEndIn(seconds);
      const { providerUntil } = await otherCore().check(secret);
      assert.ok(providerUntil!.getTime() > Date.now() + 3_500_000, String(seconds));
    }
    assert.equal(refreshes, 2);
  });

  it('is refreshed by the calls of its browser', async () => {
    idp.givesRefreshTokens = true;
    const { browser } = await signedIn().finally(() => {
      idp.givesRefreshTokens = false;
    });
    refreshes = 0;
    await database.owner`update sessions set provider_until = now() where provider_tokens is not null`;
    assert.equal((await browser.send('GET', SESSION)).status, 200);
    assert.equal(refreshes, 1);
  });

  it('is refreshed once, however many cores need it: refresh tokens work once', async () => {
    const { secret, tokensEndIn } = await withRefreshToken();
    await tokensEndIn(-1);
    await Promise.all([otherCore(), otherCore(), otherCore()].map((core) => core.check(secret)));
    assert.equal(refreshes, 1);
  });

  it('ends when the provider rejects its token', async () => {
    const { session, secret, tokensEndIn } = await withRefreshToken();
    await idp.endGrants();
    await tokensEndIn(-1);
    await assert.rejects(otherCore().check(secret), ENDED);
    assert.equal((await database.owner`select 1 from sessions where id = ${session.id}`).length, 0);
  });

  it('has the roles of the new tokens, and ends with those of another person', async () => {
    const { session, secret, tokensEndIn } = await withRefreshToken();
    const orgId = uuidV7();
    const claimed = (sub: string) => {
      const claims = { sub, iat: Math.floor(Date.now() / 1_000), orgs: { [orgId]: 'auditor' } };
      const refresh = async () => ({ claims, until: new Date(Date.now() + 600_000), refreshToken: 'next' });
      const deps = {
        sql: database.app,
        seal,
        now,
        groupsLog: NO_LOG,
        tokens: { ...tokens, orgClaim: 'orgs' },
        provider: { refresh },
      };
      return createSessionCheck(database.app, PEPPER, now, createSessionRefresh(deps));
    };
    await tokensEndIn(-1);
    const { claimedRoles } = await claimed('ada-at-provider').check(secret);
    assert.deepEqual(claimedRoles, { [orgId]: ['auditor'] });
    assert.deepEqual((await otherCore().check(secret)).claimedRoles, claimedRoles);
    await tokensEndIn(-1);
    await assert.rejects(claimed('mallory').check(secret), ENDED);
    assert.equal((await database.owner`select 1 from sessions where id = ${session.id}`).length, 0);
  });

  it('is not extended while the provider is away, and not lost', async () => {
    const { secret, tokensEndIn } = await withRefreshToken();
    isAway = true;
    await tokensEndIn(30);
    await otherCore().check(secret);
    await tokensEndIn(-1);
    await assert.rejects(otherCore().check(secret), AWAY);
    isAway = false;
    await otherCore().check(secret);
  });
});

describe('a logout token', () => {
  const notify = (token: string) =>
    fetch(`${url}/sign-in/oidc/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });

  it('ends the sessions of the person that it names', async () => {
    const { browser } = await signedIn();
    assert.equal((await notify(await idp.logoutToken({ sub: 'ada-at-provider' }))).status, 200);
    assert.equal((await browser.send('GET', SESSION)).body.person, null);
  });

  it('ends sessions once: a repeated one says nothing about a later sign-in', async () => {
    const token = await idp.logoutToken({ sub: 'ada-at-provider' });
    assert.equal((await notify(token)).status, 200);
    const { browser } = await signedIn();
    assert.equal((await notify(token)).status, 400);
    assert.equal((await browser.send('GET', SESSION)).status, 200);
  });

  it('is carried out though many others came before it from the address of the provider', async () => {
    const { browser } = await signedIn();
    for (let notices = 0; notices < 300; notices += 50) {
      const tokens = Array.from({ length: 50 }, () => idp.logoutToken({ sub: 'another person' }));
      const answers = await Promise.all(tokens.map(async (token) => (await notify(await token)).status));
      assert.deepEqual([...new Set(answers)], [200]);
    }
    assert.equal((await notify(await idp.logoutToken({ sub: 'ada-at-provider' }))).status, 200);
    assert.equal((await browser.send('GET', SESSION)).body.person, null);
  });

  it('that is forged, is an ID token or names another person ends none', async () => {
    const { browser } = await signedIn();
    const other = await idp.logoutToken({ sub: 'another person' });
    assert.equal((await notify(other)).status, 200);
    for (const token of [
      `${other.slice(0, -8)}AAAAAAAA`,
      await idp.logoutToken({ sub: 'ada-at-provider', nonce: 'n' }),
      await idp.logoutToken({ sub: 'ada-at-provider', events: {} }),
      await idp.logoutToken({}),
      '',
    ])
      assert.equal((await notify(token)).status, 400);
    assert.notEqual((await browser.send('GET', SESSION)).body.person, null);
  });
});

describe('a logout token that cannot be carried out', () => {
  const ownerTask = {
    payload: {},
    attempt: 1,
    isLastAttempt: false,
    sql: database.ownerSql,
    log: createLogger('silent', 'test'),
    signal: new AbortController().signal,
  };
  const runTask = () =>
    repeatLogoutNotices(ownerTask as unknown as Parameters<typeof repeatLogoutNotices>[0]);
  const countWaiting = async () =>
    (await database.owner`select count(*)::int as notices from waiting_logout_notices`)[0]?.notices;
  /** Waits until a session has ended in the core too, which looks at it every few seconds. */
  const isOver = (browser: TestBrowser) =>
    until('the session ends', async () => (await browser.send('GET', SESSION)).body.person === null);
  const noticeOf = async () => checkLogout(await idp.logoutToken({ sub: 'ada-at-provider' }));

  it('waits in the database, and is carried out though its core never gets so far', async () => {
    const { browser } = await signedIn();
    await database.owner`revoke delete on sessions from flowarden_app`;
    try {
      const response = await fetch(`${url}/sign-in/oidc/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: await idp.logoutToken({ sub: 'ada-at-provider' }) }),
      });
      assert.ok(response.status >= 500, String(response.status));
      await until('a notice waits', async () => (await countWaiting()) === 1);
      await runTask();
    } finally {
      await database.owner`grant delete on sessions to flowarden_app`;
    }
    assert.equal(await countWaiting(), 0);
    await isOver(browser);
  });

  it('is stored once, and ends no session that began after it', async () => {
    const before = await signedIn();
    const notice = await noticeOf();
    const deps = { sql: database.app, now };
    assert.deepEqual(
      [await storeLogoutNotice(deps, notice), await storeLogoutNotice(deps, notice)],
      [true, true],
    );
    assert.equal(await countWaiting(), 1);
    const later = await signedIn();
    await runTask();
    await isOver(before.browser);
    assert.notEqual((await later.browser.send('GET', SESSION)).body.person, null);
    const sessions = { forget() {} };
    await assert.rejects(endSessionsOfProvider({ ...deps, sessions } as never, notice), /used/);
  });

  it('finds no room beside as many others as may wait', async () => {
    await database.owner`
      insert into waiting_logout_notices (token_hash, provider_session, received_at, expires_at)
      select sha256(n::text::bytea), 'none', now(), now() + interval '1 hour'
      from generate_series(1, ${ACCESS_LIMITS.logoutNoticesWaitingMax}) n`;
    assert.equal(await storeLogoutNotice({ sql: database.app, now }, await noticeOf()), false);
    await database.owner`delete from waiting_logout_notices`;
  });

  it('is given up when every session that it ends has ended by itself', async () => {
    const past = () => new Date(Date.now() - ACCESS_LIMITS.providerSessionMsMax - 1_000);
    assert.equal(await storeLogoutNotice({ sql: database.app, now: past }, await noticeOf()), true);
    await database.owner`alter table used_logout_tokens add constraint broken check (expires_at > 'infinity') not valid`;
    await runTask();
    await database.owner`alter table used_logout_tokens drop constraint broken`;
    assert.equal(await countWaiting(), 0);
  });
});

it('a provider that is away lets no one in, and everyone out', async () => {
  const { browser } = await signedIn();
  const { body } = await browser.send('POST', START, {});
  const way = await idp.signIn(body.url);
  isAway = true;
  assert.equal(await comeBack(browser, way), '/sign-in?error=identity_provider_unavailable');
  const begun = await browser.send('POST', START, {});
  assert.deepEqual([begun.status, begun.code], [503, 'identity_provider_unavailable']);
  const ended = await browser.send('DELETE', SESSION);
  assert.deepEqual([ended.status, ended.body.providerSignOutUrl], [200, null]);
  isAway = false;
});
