/**
 * Checks that a request with the cookie comes from our own pages, by Fetch Metadata and Origin: no token is needed then. Browsers
 * set both headers, and no page can. Over plain http they send Fetch Metadata to this machine alone.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../src/errors.ts';

/** Methods that change nothing. */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Header of uploads from the app: no form of another site can send it. */
export const APP_HEADER = 'x-flowarden-app';

/** Rejects a request that may come from another site. @throws AppError `cross_site_request` */
export function requireOwnSite({ method = '', headers }: IncomingMessage, baseUrl: string): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  if (site !== undefined ? site === 'same-origin' : isOwnOrigin(origin, method, baseUrl)) return;
  throw new AppError(
    'cross_site_request',
    `The call has the cookie of the web app, but does not come from its pages at ${new URL(baseUrl).origin}. If you opened these under another address, use that one.`,
  );
}

/** Rejects an upload that a form of another site could have sent. @throws AppError `cross_site_request` */
export function requireAppHeader({ headers }: IncomingMessage): void {
  if (headers[APP_HEADER] !== undefined) return;
  throw new AppError(
    'cross_site_request',
    'An upload with the cookie of the web app must have the header X-Flowarden-App. Programs use an API key or a token.',
  );
}

/** Rejects sign-in over plain http from another machine: the cookie could be read on its way. @throws AppError `insecure_origin` */
export function requireSecureOrigin({ headers: { origin } }: IncomingMessage): void {
  const url = origin === undefined ? null : URL.parse(origin);
  if (url === null || url.protocol !== 'http:' || LOOPBACK.test(url.hostname)) return;
  throw new AppError(
    'insecure_origin',
    `This page came over plain http from ${url.host}, where passwords could be read on their way and browsers store no secure cookie. Open the https address; the operator sets it up with FLOWARDEN_TLS_CERT and FLOWARDEN_TLS_KEY, or behind a proxy with FLOWARDEN_BASE_URL.`,
  );
}

/** Creates the error for a browser that does not store the cookie that sign-in needs. */
export function cookieRejected({ headers: { origin = '' } }: IncomingMessage): AppError {
  const reason = origin.startsWith('http:')
    ? 'Some browsers, Safari among them, store no secure cookies for plain http, not even on this machine: use Chrome, Edge or Firefox here, or https'
    : 'Allow cookies for this address';
  return new AppError(
    'cookie_rejected',
    `The browser has not stored the cookie that sign-in needs. ${reason}, reload the page, and try again.`,
  );
}

function isOwnOrigin(origin: string | undefined, method: string, baseUrl: string): boolean {
  if (origin === undefined) return SAFE.includes(method);
  return origin === new URL(baseUrl).origin;
}
