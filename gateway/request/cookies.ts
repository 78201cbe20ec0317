/** Cookies of the web app. Browsers send neither of them to another host, show them to no script and take them from no other site. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../src/errors.ts';

/** Seconds for which browsers store the cookie by which sign-in knows that they store any. */
const CHECK_COOKIE_SECONDS = 86_400;

/** Seconds for which browsers store the facts of a sign-in at the identity provider. */
const FLOW_COOKIE_SECONDS = 600;

/** Name of the cookie with the secret of the session. */
export const SESSION_COOKIE = '__Host-flowarden';
/** Name of the cookie by which sign-in knows that a browser stores such cookies. */
const CHECK_COOKIE = '__Host-flowarden-check';

/** Name of the cookie with the facts of a sign-in at the identity provider. */
const FLOW_COOKIE = '__Host-flowarden-provider';

const TRAITS = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const SECRET = /^[\w-]{43}$/;

/** Secret of a session, and its end. */
export interface SessionCookie {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Returns the secret of the session cookie; null when there is none of its form. @throws AppError for several */
export function sessionSecretIn(request: IncomingMessage): string | null {
  const values = [...new Set(cookieValues(request, SESSION_COOKIE))];
  if (values.length > 1) {
    throw new AppError(
      'ambiguous_credentials',
      `The request has several cookies ${SESSION_COOKIE}. Send one.`,
    );
  }
  const [secret = ''] = values;
  return SECRET.test(secret) ? secret : null;
}

/** Returns whether the browser has stored the cookie that checks for that. */
export function storesCookies(request: IncomingMessage): boolean {
  return cookieValues(request, CHECK_COOKIE).length > 0;
}

/** Writes the header that gives a browser its session; null takes it away. */
export function sessionCookie(session: SessionCookie | null, now = new Date()): string {
  if (session === null) return `${SESSION_COOKIE}=; Max-Age=0; ${TRAITS}`;
  const seconds = Math.max(0, Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000));
  return `${SESSION_COOKIE}=${session.secret}; Max-Age=${seconds}; ${TRAITS}`;
}

/** Writes the header with the facts of a sign-in at the identity provider; null takes it away. It comes with the way back. */
export function flowCookie(flow: string | null): string {
  const age = flow === null ? 0 : FLOW_COOKIE_SECONDS;
  return `${FLOW_COOKIE}=${flow ?? ''}; Max-Age=${age}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}

/** Returns the facts of a sign-in at the identity provider; empty when there are none. */
export function flowIn(request: IncomingMessage): string {
  return cookieValues(request, FLOW_COOKIE)[0] ?? '';
}

/** Writes the header by which a later sign-in knows that the browser stores cookies. */
export function checkCookie(): string {
  return `${CHECK_COOKIE}=1; Max-Age=${CHECK_COOKIE_SECONDS}; ${TRAITS}`;
}

function cookieValues({ headersDistinct }: IncomingMessage, name: string): readonly string[] {
  const pairs = (headersDistinct.cookie ?? []).flatMap((header) => header.split(';'));
  return pairs.flatMap((pair) => {
    const separator = pair.indexOf('=');
    return pair.slice(0, separator).trim() === name ? [pair.slice(separator + 1).trim()] : [];
  });
}
