/** Texts of pages: escaping, paths, and bodies that are made once. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../src/text/escape-html.ts';

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

/** Converts text to HTML; backquoted parts become code. */
export function htmlOf(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Returns the path prefix that a reverse proxy serves us under, without a trailing slash. */
export function basePath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}
