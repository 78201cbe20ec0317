/** Pages of the web app: one shell for every path of it. */
import type { Request, Response } from 'express';
import { AppError } from '../../../src/errors.ts';
import { replyOf } from '../../response/reply.ts';
import { basePath, type PageBody, pageBody } from '../html.ts';
import { htmlPage, type Page, sendPage } from '../page.ts';
import { APP_PATHS, type AppPath } from './app-paths.ts';
import type { WebApp } from './web-app.ts';

/** Content security policy of the app: only our own files, nothing inline, no text that becomes a script. */
const POLICY = policyOf("'self'", ["require-trusted-types-for 'script'", "trusted-types 'none'"]);

/** Pages on which visitors of the free scanner leave an address. */
const VISITOR_PATHS: readonly AppPath[] = ['/scan', '/scan/:token'];

/** Returns the policy of these pages: the script of a captcha provider writes into them, and shows a frame. */
function visitorPolicy(captchaOrigin: string): string {
  return policyOf(`'self' ${captchaOrigin}`, [`frame-src ${captchaOrigin}`]);
}

/** Writes a policy; `sources` are where scripts, styles and answers come from. */
function policyOf(sources: string, further: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${sources}`,
    `style-src ${sources}`,
    "img-src 'self'",
    `connect-src ${sources}`,
    "font-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...further,
  ].join('; ');
}

/** One page for each path of the app. A caller that prefers JSON to HTML gets the error of an unknown path. */
export const appPages: readonly Page[] = APP_PATHS.map((path) => ({
  path,
  prepare({ webApp, baseUrl, captchaOrigin }) {
    const absent = absentPage(basePath(baseUrl));
    const isRelaxed = captchaOrigin !== null && VISITOR_PATHS.includes(path);
    const policy = isRelaxed ? visitorPolicy(captchaOrigin) : POLICY;
    return async (request, response) => {
      if (request.accepts(['html', 'json']) !== 'html')
        throw new AppError('route_not_found', 'This is a page of the web app, not an endpoint of the API.');
      sendShell(response, webApp, absent, policy);
    };
  },
}));

/** Returns whether an unknown path gets the shell: a browser opened it, and it is no endpoint or document. */
export function wantsShell(request: Request): boolean {
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  if (!isPage || /^\/(?:api|docs|assets|downloads|schemas)(?:\/|$)/i.test(request.path)) return false;
  return request.accepts(['json', 'html']) === 'html';
}

/** Sends the shell, which shows that the page does not exist. Returns false without a shell. */
export function sendMissingPage(response: Response, webApp: WebApp): boolean {
  const build = webApp.current();
  if (build === null) return false;
  replyOf(response).code = 'route_not_found';
  sendApp(response.status(404), build.shell, POLICY);
  return true;
}

function sendShell(response: Response, webApp: WebApp, absent: PageBody, policy: string): void {
  const build = webApp.current();
  if (build === null) sendPage(response.status(503), absent);
  else sendApp(response, build.shell, policy);
}

function sendApp(response: Response, shell: PageBody, policy: string): void {
  response.set({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
  response.vary('Accept');
  sendPage(response, shell, policy);
}

/** Returns the page in place of the app where it has not been built. */
function absentPage(base: string): PageBody {
  return pageBody(
    htmlPage(base, 'The web app is not built', [
      `<p>This installation has no files of the web app. In a checkout, <code>npm ci</code> and <code>npm start</code> build
it; the log says why that failed. <code>npm run build</code> builds it for the package and the image.</p>`,
      `<p>The API works without it: see its <a href="${base}/docs/api">reference</a>.</p>`,
    ]),
  );
}
