/** Pages: responses besides the REST endpoints, which are not part of the API's schema. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Route } from '../endpoint/route.ts';
import { replyOf } from '../response/reply.ts';
import type { Metrics } from '../server/metrics.ts';

/** Services of a page. */
export interface PageServices {
  readonly baseUrl: string;
  readonly metrics: Metrics;
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
const POLICY = [
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

/** Page that can be sent any number of times. */
export interface PageBody {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Prepares a page for sending. */
export function pageBody(html: string): PageBody {
  const digest = createHash('sha256').update(html).digest('base64url');
  return { bytes: Buffer.from(html), etag: `"${digest.slice(0, 22)}"` };
}

/** Sends an HTML page with security headers; 304 to a browser that has it cached. */
export function sendPage(response: Response, { bytes, etag }: PageBody): void {
  response.set({
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
    ETag: etag,
  });
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
</nav>
<main>
<h1>${htmlOf(title)}</h1>
${body.join('\n')}
</main>
</body>
</html>
`;
}

/** Escapes text for HTML, also inside quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Converts text to HTML; backquoted parts become code. */
export function htmlOf(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Returns the path prefix that a reverse proxy serves us under, without a trailing slash. */
export function basePath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}
