/** Version of a resource: ETag in answers, If-Match and If-None-Match in requests, `etag` in the core's messages. */
import { createHash } from 'node:crypto';
import type { Answer } from './route.ts';

/** Documentation of the request header, for routes that change a resource. */
export const IF_MATCH = {
  'If-Match': 'The `ETag` that you know. When the resource has another one by now, the answer is 412.',
} as const;

/** Documentation of the answer header. */
export const ETAG = { ETag: 'The version of the resource, for `If-Match`.' } as const;

/** Returns the headers of an answer that shows the resource. */
export function etagHeaders(
  resource: { readonly etag: string } | undefined,
): Readonly<Record<string, string>> {
  return { ETag: `"${resource?.etag ?? ''}"` };
}

/** Returns the core's `etag` for a request; empty when any version is accepted. */
export function etagOf(ifMatch: string | undefined): string {
  const value = ifMatch?.trim() ?? '';
  if (value === '' || value === '*') return '';
  // Any other value cannot be one of our versions: the core rejects it.
  return /^"([^"]+)"$/.exec(value)?.[1] ?? value;
}

/** Documentation of the request header, for routes whose answers the caller may have. */
export const IF_NONE_MATCH = {
  'If-None-Match':
    'The `ETag` of the answer that you have. When it would be the same, the answer is 304 without a body.',
} as const;

/** Documentation of the answer header. */
export const CACHED_ETAG = { ETag: 'The version of the answer, for `If-None-Match`.' } as const;

/** Returns the `etag` of the answer that the caller has; empty when it has none. Weak and strong ones compare alike. */
export function knownEtagOf(ifNoneMatch: string | undefined): string {
  return /^(?:W\/)?"([^"]+)"$/.exec(ifNoneMatch?.trim() ?? '')?.[1] ?? '';
}

/** Documentation of the 304 to a caller that has the answer. */
export const UNCHANGED = {
  description: 'You have this answer.',
  message: null,
  headers: CACHED_ETAG,
} as const;

/** Returns the version of a text. It is weak: all spellings and encodings of an answer have the same one. */
export function weakEtag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** Returns an answer with the version of its content, or 304 to a caller that has it. */
export function versioned(body: unknown, ifNoneMatch: string | undefined): Answer {
  const headers = { ETag: weakEtag(JSON.stringify(body)) };
  return knownEtagOf(ifNoneMatch) === knownEtagOf(headers.ETag)
    ? { status: 304, headers }
    : { status: 200, body, headers };
}
