/** Pages: responses besides the REST endpoints, which are not part of the API's schema. */
import type { Request, Response } from 'express';
import { escapeHtml } from '../../src/text/escape-html.ts';
import type { Core } from '../core/client.ts';
import type { Origin } from '../core/client-address.ts';
import type { Route } from '../endpoint/route.ts';
import { takesGzip } from '../response/compression.ts';
import { replyOf } from '../response/reply.ts';
import type { WebApp } from './app/web-app.ts';
import { htmlOf, type PageBody } from './html.ts';

/** Services of a page. */
export interface PageServices {
  readonly baseUrl: string;
  readonly webApp: WebApp;
  /** Folder of the files at `/downloads/`. */
  readonly downloadsFolder: string;
  /** Origin of the captcha provider for visitors of the free scanner; null: there is none. */
  readonly captchaOrigin: string | null;
  readonly core: Core;
  readonly originOf: Origin;
  /** All endpoints. */
  readonly routes: readonly Route[];
}

/** One page. */
export interface Page {
  readonly path: string;
  /** Prepares everything constant once: pages are public, without a rate limit. */
  prepare(services: PageServices): (request: Request, response: Response) => Promise<void>;
}

/** Content security policy: a page loads only our own files, and has no inline scripts or styles. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends an HTML page with security headers; 304 to a browser that has it cached. */
export function sendPage(response: Response, body: PageBody, policy: string = POLICY): void {
  response.set({
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
  });
  sendBody(response, body);
}

/** Sends a public text, compressed where the caller accepts that and it is worth it; 304 to a caller that has it. */
export function sendBody(response: Response, body: PageBody): void {
  response.vary('Accept-Encoding');
  response.set('ETag', body.etag);
  const isCompressed = takesGzip(response.req, body.bytes.length);
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  const bytes = isCompressed ? body.gzip : body.bytes;
  replyOf(response).hold(bytes.length);
  response.send(bytes);
}

/** Builds a text page: its title is its heading; `base` is the prefix of its file paths. */
export function htmlPage(base: string, title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Flowarden</title>
<link rel="icon" href="${base}/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="${base}/docs/assets/page.css">
</head>
<body>
<nav aria-label="Documentation">
<a href="${base}/docs/">Documentation</a>
<a href="${base}/docs/rules">Rules</a>
<a href="${base}/docs/api">API</a>
<a href="${base}/docs/errors">Errors</a>
<a href="${base}/docs/search">Search</a>
</nav>
<main>
<h1>${htmlOf(title)}</h1>
${body.join('\n')}
</main>
</body>
</html>
`;
}
