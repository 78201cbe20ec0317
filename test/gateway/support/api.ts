/** A REST caller that holds every answer against the OpenAPI document and the contract's rules for all answers. */
import assert from 'node:assert/strict';
import type { ExampleObject, OperationObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { buildOpenApi } from '../../../gateway/openapi/openapi.ts';
import { isErrorCode } from '../../../src/errors.ts';
import { resolveReference } from '../../support/openapi/openapi-reference.ts';
import type { Identity } from '../../support/service/core.ts';
import { respell, spellingOf } from './every-answer.ts';
import type { TestGateway } from './support.ts';

/** The document that every answer is held against. */
export const DOCUMENT = buildOpenApi();

/** An answer that has passed the checks. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** Calls the gateway and checks the rules of every answer. */
export async function call(gateway: TestGateway, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(gateway.url + path, init);
  const text = await response.text();
  const method = (init.method ?? 'GET').toUpperCase();
  const body = method === 'HEAD' || text === '' ? null : JSON.parse(text);
  const answer = { status: response.status, headers: response.headers, text, body };
  if (body !== null) checkAnswer(answer, operationFor(path, method));
  return answer;
}

/** Calls it with the key of an identity; a body is sent as JSON. */
export function callAs(
  { key, orgId }: Identity,
  gateway: TestGateway,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return call(gateway, path, {
    method,
    headers: {
      Authorization: `ApiKey ${key}`,
      'X-Org-Id': orgId,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The checks alone. An operation is null where no endpoint is documented. */
export function checkAnswer({ status, headers, body }: Answer, operation: OperationObject | null): void {
  const camel = headers.get('x-service-case') === 'snake' ? respell(body, 'camel') : body;
  assert.match(headers.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{1,64}$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('x-powered-by'), null);
  assert.equal(headers.get('vary'), 'Accept, Accept-Encoding, X-Service-Case');
  if (operation !== null) {
    const response = responseOf(operation, status);
    assert.ok(response, `${operation.operationId} does not document ${status}: ${JSON.stringify(body)}`);
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const media = response.content?.[type];
    assert.ok(media?.schema, `${operation.operationId} does not document ${type}`);
    checkSchema(respell(body, spellingOf(DOCUMENT, response)), media.schema as SchemaObject);
    if (status !== 422 && status >= 300) {
      const { code } = camel.error;
      assert.ok(listsCode(response, code), `${operation.operationId} ${status} does not list ${code}`);
    }
  }
  if (status >= 300 && status !== 422) {
    // Held against its own schema above, a body may say more than the error.
    const error = operation === null ? camel : { error: camel.error };
    checkSchema(error, { $ref: '#/components/schemas/ErrorResponse' } as unknown as SchemaObject);
    const { code, docsUrl } = camel.error;
    assert.ok(isErrorCode(code), code);
    assert.equal(headers.get('link'), `<${docsUrl}>; rel="help"`);
    assert.ok(docsUrl.endsWith(`/docs/errors#${code}`), docsUrl);
  }
}

/** The response that an operation documents for a status; a reference may override the shared description. */
export function responseOf(operation: OperationObject, status: number | string): ResponseObject | undefined {
  const stated = operation.responses?.[String(status)] as ResponseObject | undefined;
  const resolved = resolveReference(stated, DOCUMENT) as ResponseObject | undefined;
  if (stated === undefined || resolved === undefined) return resolved;
  return { ...resolved, description: stated.description ?? resolved.description };
}

/** The examples of a response, the shared ones too. */
export function examplesOf({ content }: ResponseObject, document = DOCUMENT): readonly unknown[] {
  const { example, examples = {} } = content?.['application/json'] ?? {};
  const named = Object.values(examples).map((item) => resolveReference(item, document) as ExampleObject);
  return [...(example === undefined ? [] : [example]), ...named.map(({ value }) => value)];
}

/** Returns whether an error response lists a code: in its description, or, where that is prose, by an example of that name. */
export function listsCode({ description, content }: ResponseObject, code: string): boolean {
  const { examples = {} } = content?.['application/json'] ?? {};
  const listed = description.startsWith('`')
    ? description.split(', ')
    : Object.keys(examples).map((name) => `\`${name}\``);
  return listed.includes(`\`${code}\``);
}

/** The operation of the document that a path means. */
export function operationFor(path: string, method: string): OperationObject | null {
  const [pathname = ''] = path.split('?');
  const pattern = Object.keys(DOCUMENT.paths ?? {}).find((candidate) =>
    new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return pattern === undefined ? null : documented(pattern, method);
}

/** The operation of a documented path. */
export function documented(path: string, method: string): OperationObject | null {
  const item = DOCUMENT.paths?.[path] as Record<string, OperationObject> | undefined;
  return item?.[method.toLowerCase()] ?? null;
}

/** Checks a value against a schema of the document: the part of JSON Schema that the document uses, and no more. */
export function checkSchema(value: unknown, schema: SchemaObject, path = '$', document = DOCUMENT): void {
  const reference = (schema as { $ref?: string }).$ref;
  if (reference !== undefined) {
    const target = document.components?.schemas?.[reference.replace('#/components/schemas/', '')];
    assert.ok(target, `${reference} is not in the document`);
    checkSchema(value, target as SchemaObject, path, document);
    return;
  }
  const { type, properties, items, additionalProperties, required = [], format } = schema;
  if (type !== undefined) {
    const types = [type].flat();
    assert.ok(types.includes(typeOf(value)), `${path} is ${typeOf(value)}, not ${types.join(' or ')}`);
  }
  if (typeof value === 'string' && format === 'date-time') assert.match(value, /^\d{4}-.*T.*Z$/, path);
  if (typeof value === 'string' && format === 'uuid') assert.match(value, /^[0-9a-f-]{36}$/, path);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      checkSchema(item, (items ?? {}) as SchemaObject, `${path}[${index}]`, document);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of required) assert.ok(Object.hasOwn(value, name), `${path}.${name} is missing`);
    for (const [name, member] of Object.entries(value)) {
      const known = properties?.[name];
      if (known) checkSchema(member, known as SchemaObject, `${path}.${name}`, document);
      else assert.notEqual(additionalProperties, false, `${path}.${name} is not in the schema`);
    }
  }
}

function typeOf(value: unknown): 'integer' | 'number' | 'null' | 'array' | 'string' | 'boolean' | 'object' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value as 'number' | 'string' | 'boolean' | 'object';
}
