/** People in the browser: with a session, as after a sign-in. */
import type { BrowserContextOptions } from 'playwright-core';
import type { MemberRole } from '../../../src/contract/member.ts';
import { openBrowser, operatorLink, PASSWORD } from '../../support/service/browser.ts';
import type { WebService } from './web-service.ts';

/** Person with an account in the organisation of the service. */
export interface SignedIn {
  readonly email: string;
  readonly memberId: string;
  /** Options of a page in whose browser the person has signed in. */
  readonly options: Pick<BrowserContextOptions, 'storageState'>;
}

/** Makes an account with the password `PASSWORD` and signs its person in. */
export async function signIn(
  service: WebService,
  name: string,
  role: MemberRole = 'admin',
): Promise<SignedIn> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`;
  const { memberId, token } = await invite(service, email, role);
  const browser = await openBrowser(service.url);
  await browser.send('POST', '/api/v1/session/link', { token, name, password: PASSWORD });
  const cookies = [...browser.cookies].map(([cookie, value]) => ({
    name: cookie,
    value,
    domain: new URL(service.url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict' as const,
  }));
  return { email, memberId, options: { storageState: { cookies, origins: [] } } };
}

/** Adds a member and makes their invitation. */
export async function invite(
  { call }: Pick<WebService, 'call'>,
  email: string,
  role: MemberRole,
): Promise<{ readonly memberId: string; readonly token: string }> {
  const { id: memberId } = await call<{ id: string }>('/members', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ role, email }),
  });
  const { url } = await call<{ url: string }>(`/members/${memberId}/invitation`, { method: 'POST' });
  return { memberId, token: url.slice(url.indexOf('#t=') + '#t='.length) };
}

/** Makes another organisation with an invitation into it. */
export async function inviteElsewhere(
  { core, url, headersOf }: WebService,
  email: string,
): Promise<{ readonly orgId: string; readonly token: string }> {
  const identity = await core.identity();
  const call = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { ...(init.headers as Record<string, string>), ...headersOf(identity) };
    return (await (await fetch(`${url}/api/v1${path}`, { ...init, headers })).json()) as Answer;
  };
  const { token } = await invite({ call }, email, 'developer');
  return { orgId: identity.orgId, token };
}

/** Makes a link of the operator for the organisation of the service, as its path. */
export async function linkPath({ core, us }: WebService, email: string | null = null): Promise<string> {
  return `/sign-in#t=${await operatorLink(core.database, us.orgId, email)}`;
}
