/** Version of a resource: ETag in answers, If-Match in requests, `etag` in the core's messages. */

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
