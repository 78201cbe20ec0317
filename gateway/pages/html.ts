/** Texts of pages: escaping, paths, and bodies that are made once. */
import { gzipSync } from 'node:zlib';
import { escapeHtml } from '../../src/text/escape-html.ts';
import { weakEtag } from '../endpoint/etag.ts';

/** Page that can be sent any number of times. */
export interface PageBody {
  readonly bytes: Buffer;
  /** Compressed form, made at the first request for it. */
  readonly gzip: Buffer;
  readonly etag: string;
}

/** Prepares a page, or another text that is public, for sending. */
export function pageBody(html: string): PageBody {
  const bytes = Buffer.from(html);
  let gzip: Buffer | undefined;
  return {
    bytes,
    get gzip() {
      gzip ??= gzipSync(bytes);
      return gzip;
    },
    etag: weakEtag(html),
  };
}

/** Converts text to HTML; backquoted parts become code. */
export function htmlOf(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Returns the path prefix that a reverse proxy serves us under, without a trailing slash. */
export function basePath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}
