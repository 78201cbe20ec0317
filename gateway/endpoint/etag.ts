/** The version of a resource: an ETag in answers, If-Match in requests, `etag` in the core's messages. */

/** What a route that changes something says of the request header. */
export const IF_MATCH = {
  'If-Match': 'The `ETag` that you know. When the resource has another one by now, the answer is 412.',
} as const;

/** What a route says of the header of its answer. */
export const ETAG = { ETag: 'The version of the resource, for `If-Match`.' } as const;

/** The headers of an answer that shows the resource. */
export function etagHeaders(
  resource: { readonly etag: string } | undefined,
): Readonly<Record<string, string>> {
  return { ETag: `"${resource?.etag ?? ''}"` };
}

/** The core's `etag` of a request; empty when any version will do. */
export function etagOf(ifMatch: string | undefined): string {
  const value = ifMatch?.trim() ?? '';
  if (value === '' || value === '*') return '';
  // Whatever else it is, it is no version of ours, and the core says so.
  return /^"([^"]+)"$/.exec(value)?.[1] ?? value;
}
