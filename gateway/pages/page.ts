/** What a page beside the REST endpoints is: something that is fetched and not part of the API's schema. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Route } from '../endpoint/route.ts';
import { replyOf } from '../response/reply.ts';
import type { Metrics } from '../server/metrics.ts';

/** What a page may use. */
export interface PageServices {
  readonly baseUrl: string;
  readonly metrics: Metrics;
  /** The endpoints that there are. */
  readonly routes: readonly Route[];
}

/** One page. */
export interface Page {
  readonly path: string;
  /** Makes what is always the same, once: these pages are open to everybody, as often as they like. */
  prepare(services: PageServices): (request: Request, response: Response) => Promise<void>;
}

/** What a page may load: its own files and nothing else; no script or style stands in the page itself. */
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

/** A page, ready to be sent any number of times. */
export interface PageBody {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Makes a page ready to be sent. */
export function pageBody(html: string): PageBody {
  const digest = createHash('sha256').update(html).digest('base64url');
  return { bytes: Buffer.from(html), etag: `"${digest.slice(0, 22)}"` };
}

/** Sends an HTML page with the headers that keep it harmless; 304 to a browser that has it already. */
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

/** Makes a page of text: its title is its heading; `base` is what the paths of its files begin with. */
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

/** Text → the same text in HTML, also between quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Text → HTML; backquoted pieces become code. */
export function htmlOf(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** The path under which a reverse proxy shows us, without a slash at the end. */
export function basePath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}
