/** Checks of the endpoints that give browsers a session, before anything else of the request is read. */
import type { Request, Response } from 'express';
import type { Browser, SignInPart } from '../endpoint/browser.ts';
import { checkCookie, sessionSecretIn, storesCookies } from './cookies.ts';
import { cookieRejected, requireOwnSite, requireSecureOrigin } from './own-site.ts';

/** Browser of an endpoint that gives no session. */
const NO_BROWSER: Browser = { name: '', sessionSecret: null };

/** Checks the browser of an endpoint. @throws AppError `insecure_origin`, `cross_site_request`, `cookie_rejected` */
export function beginSignIn(
  part: SignInPart | undefined,
  request: Request,
  response: Response,
  baseUrl: string,
): Browser {
  if (part === undefined) return NO_BROWSER;
  if (part === 'prepare') {
    response.append('Set-Cookie', checkCookie());
    return NO_BROWSER;
  }
  requireSecureOrigin(request);
  requireOwnSite(request, baseUrl);
  if (!storesCookies(request)) {
    response.append('Set-Cookie', checkCookie());
    throw cookieRejected(request);
  }
  return { name: request.get('user-agent') ?? '', sessionSecret: sessionSecretIn(request) };
}
