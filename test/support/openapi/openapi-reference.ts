/** References inside an OpenAPI document. */
import type { OpenAPIObject } from 'openapi3-ts/oas31';

/** Returns what a reference points to; any other value as it is. */
export function resolveReference(value: unknown, document: OpenAPIObject): unknown {
  const reference = (value as { readonly $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return value;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)?.[step], document);
  return resolveReference(target, document);
}
