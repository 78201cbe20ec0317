/** Calls with the cookie come from our own pages alone, with any method. Real gateway, core and Postgres. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { PASSWORD, signedInAdmin } from '../../support/service/browser.ts';
import { testCore } from '../../support/service/core.ts';
import { CREDENTIALS, form, startTestGateway } from '../support/support.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { url } = gateway;
const { browser, orgId } = await signedInAdmin(core.database, url, 'ada@example.com');
const Cookie = `__Host-flowarden=${browser.cookies.get('__Host-flowarden')}`;
const ID = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';

const CALLS = [
  ['GET', '/api/v1/members'],
  ['POST', '/api/v1/members'],
  ['PATCH', `/api/v1/members/${ID}`],
  ['DELETE', `/api/v1/members/${ID}`],
  ['PUT', '/api/v1/policy-assignments'],
] as const;

async function codeOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: BodyInit,
): Promise<readonly [status: number, code: string | null]> {
  const all = { Cookie, 'X-Org-Id': orgId, ...headers };
  const response = await fetch(`${url}${path}`, { method, headers: all, ...(body && { body }) });
  const text = await response.text();
  return [response.status, /"code":"(\w+)"/.exec(text)?.[1] ?? null];
}

const REJECTED = [403, 'cross_site_request'];

describe('a call with the cookie', () => {
  for (const [method, path] of CALLS) {
    for (const host of ['https://evil.test', 'http://127.0.0.1.evil.test', 'null'])
      it(`is rejected as ${method} from ${host}`, async () => {
        assert.deepEqual(await codeOf(method, path, { Origin: host }), REJECTED);
        assert.deepEqual(
          await codeOf(method, path, { Origin: host, 'Sec-Fetch-Site': 'cross-site' }),
          REJECTED,
        );
      });
    it(`passes as ${method} from our pages, by Fetch Metadata or else by Origin`, async () => {
      for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: url }])
        assert.notDeepEqual(await codeOf(method, path, headers), REJECTED);
    });
  }

  it('without both headers passes as a read alone', async () => {
    assert.equal((await codeOf('GET', '/api/v1/members', {}))[0], 200);
    assert.deepEqual(await codeOf('POST', '/api/v1/members', {}), REJECTED);
  });

  it('is rejected from a sibling host, a typed address and another port of this machine', async () => {
    for (const site of ['same-site', 'none'])
      assert.deepEqual(await codeOf('GET', '/api/v1/members', { 'Sec-Fetch-Site': site }), REJECTED);
    assert.deepEqual(await codeOf('POST', '/api/v1/members', { Origin: 'http://127.0.0.1:1' }), REJECTED);
  });

  it('and an Authorization header is ambiguous', async () => {
    const both = { 'Sec-Fetch-Site': 'same-origin', ...CREDENTIALS };
    assert.deepEqual(await codeOf('GET', '/api/v1/members', both), [400, 'ambiguous_credentials']);
  });

  it('needs a header of the app to send a form', async () => {
    const own = { 'Sec-Fetch-Site': 'same-origin' };
    assert.deepEqual(await codeOf('POST', '/api/v1/validate', own, form()), REJECTED);
    const fromApp = { ...own, 'X-Flowarden-App': '1' };
    assert.notDeepEqual(await codeOf('POST', '/api/v1/validate', fromApp, form()), REJECTED);
  });

  it('names an organisation of the person', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Org-Id': ID };
    assert.deepEqual(await codeOf('GET', '/api/v1/members', headers), [403, 'org_access_denied']);
  });
});

it('a sign-in from another site is rejected', async () => {
  const body = JSON.stringify({ email: 'ada@example.com', password: PASSWORD });
  const headers = { 'Content-Type': 'application/json', Origin: 'https://evil.test' };
  assert.deepEqual(await codeOf('POST', '/api/v1/session', headers, body), REJECTED);
});

it('a session is no credential of the Authorization header', async () => {
  const secret = browser.cookies.get('__Host-flowarden')!;
  const response = await fetch(`${url}/api/v1/session`, { headers: { Authorization: `Session ${secret}` } });
  assert.equal(response.status, 401);
});
