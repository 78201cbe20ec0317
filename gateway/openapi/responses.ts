/** Parts of responses in the OpenAPI document: headers, content types, references. */
import type { HeaderObject, MediaTypeObject, ReferenceObject, ResponseObject } from 'openapi3-ts/oas31';
import type { AnswerShape, Route } from '../endpoint/route.ts';
import { JSON_TYPES } from '../response/negotiate.ts';

/** Header of an answer, with the component that describes it. */
export type NamedHeader = readonly [name: string, component: string];

export const CASE_HEADER: NamedHeader = ['X-Service-Case', 'Case'];

/** Returns the headers with the caller's rate limits. */
export function limitHeaders({ access }: Pick<Route, 'access'>): readonly NamedHeader[] {
  if (access === 'open') return [];
  return [
    ['RateLimit-Policy', 'RateLimitPolicy'],
    ['RateLimit', 'RateLimit'],
  ];
}

/** Describes the headers of an answer: its own and shared ones. */
export function responseHeaders(
  { headers = {} }: Pick<AnswerShape, 'headers'>,
  named: readonly NamedHeader[],
): ResponseObject['headers'] & object {
  const own = Object.entries(headers).map(([name, description]): [string, HeaderObject] => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const shared = [['X-Request-Id', 'RequestId'] as const, ...named].map(
    ([name, component]) => [name, { $ref: `#/components/headers/${component}` }] as const,
  );
  return { ...Object.fromEntries(own), ...Object.fromEntries(shared) };
}

/** Describes a body in each JSON type. The bytes are the same, so only the first type has the examples. */
export function jsonContent(body: MediaTypeObject): Record<string, MediaTypeObject> {
  return Object.fromEntries(
    JSON_TYPES.map((type) => [type, type === 'application/json' ? body : { schema: body.schema ?? {} }]),
  );
}

/** Refers to a schema component. */
export function refTo(name: string): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}
