/** A browser as the gateway sees one: it stores cookies and says where a request comes from. */
import assert from 'node:assert/strict';
import { inTransaction } from '../../../src/infra/database/database.ts';
import { makeSignInLink } from '../../../src/service/access/links/sign-in-links.ts';
import { type TestDatabase, testOrganisation } from '../database/database.ts';
import { PEPPER } from './core.ts';

export const PASSWORD = 'five words that only Ada knows';

/** Answer as a test looks at it. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all endpoints
  readonly body: any;
  /** Code of an error. */
  readonly code: string | undefined;
}

export interface TestBrowser {
  /** Cookies by name. */
  readonly cookies: Map<string, string>;
  /** Sends a request of a page of ours. */
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Seen>;
}

/** Opens a browser on a gateway; it has called once, as the app does at its start. */
export async function openBrowser(url: string): Promise<TestBrowser> {
  const cookies = new Map<string, string>();
  const browser: TestBrowser = {
    cookies,
    async send(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'User-Agent': 'Test browser',
          'Sec-Fetch-Site': 'same-origin',
          ...(method === 'GET' ? {} : { Origin: url }),
          ...(cookie === '' ? {} : { Cookie: cookie }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const header of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      const seen = text === '' ? null : JSON.parse(text);
      return { status: response.status, headers: response.headers, body: seen, code: seen?.error?.code };
    },
  };
  await browser.send('GET', '/api/v1/session');
  return browser;
}

/** Follows the way back from the identity provider. Returns the address that the browser is sent to. */
export async function comeBack(browser: TestBrowser, way: URL): Promise<string> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const response = await fetch(way, { redirect: 'manual', headers: { Cookie: cookie } });
  assert.equal(response.status, 303);
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (value === '') browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  return response.headers.get('location')!;
}

/** Makes a link of the operator in an organisation. */
export async function operatorLink(
  { ownerSql }: TestDatabase,
  orgId: string,
  email: string | null = null,
): Promise<string> {
  const actor = { kind: 'operator', id: 'root', name: 'root', email: null } as const;
  const made = await inTransaction(ownerSql, (sql) => makeSignInLink(sql, PEPPER, { orgId, email, actor }));
  return made.token;
}

/** A new organisation with an admin who has signed in. */
export async function signedInAdmin(
  database: TestDatabase,
  url: string,
  email: string,
): Promise<{ readonly browser: TestBrowser; readonly orgId: string; readonly accountId: string }> {
  const orgId = await testOrganisation(database, 'Test');
  const browser = await openBrowser(url);
  const token = await operatorLink(database, orgId);
  const { body } = await browser.send('POST', '/api/v1/session/link', {
    token,
    name: 'Ada Example',
    email,
    password: PASSWORD,
  });
  return { browser, orgId, accountId: body.person.id };
}
