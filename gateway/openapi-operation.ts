/** One endpoint → its operation in the OpenAPI document. */
import type {
  HeaderObject,
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { z } from 'zod';
import { ERRORS, type ErrorCode } from '../src/errors.ts';
import { takesIdempotencyKey } from './idempotency.ts';
import { schemaOf } from './json-schema.ts';
import { JSON_TYPES } from './negotiate.ts';
import { type NameOf, snakeSchema } from './openapi-components.ts';
import { presenter } from './present.ts';
import { type AnswerShape, asksForCaller, type JsonBody, type Route } from './route.ts';
import { errorsOf } from './route-errors.ts';
import { ErrorResponse } from './schemas/service.ts';
import { wireName } from './wire-case.ts';

/** Makes the operation; `nameOf` finds the component of a schema. */
export function operation(route: Route, nameOf: NameOf): OperationObject {
  const { operationId, tag, summary, description } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: asksForCaller(route) ? [{ bearer: [] }, { apiKey: [] }] : [],
    parameters: parameters(route),
    ...(route.body === null ? {} : { requestBody: requestBody(route.body) }),
    responses: { ...successes(route, nameOf), ...failures(route, nameOf) },
  };
}

function parameters(route: Route): OperationObject['parameters'] & object {
  const names = [
    ...(asksForCaller(route) ? ['OrgId'] : []),
    ...(takesIdempotencyKey(route) ? ['IdempotencyKey'] : []),
    route.defaultCase === 'snake' ? 'SnakeCase' : 'Case',
    'RequestId',
  ];
  const headers = Object.entries(route.headers ?? {}).map(
    ([name, description]): ParameterObject => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    }),
  );
  return [
    ...members(route, 'path'),
    ...members(route, 'query'),
    ...headers,
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function members(route: Route, place: 'path' | 'query'): ParameterObject[] {
  const { properties = {}, required = [] } = schemaOf(place === 'path' ? route.params : route.query);
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', ...rest } = schema as SchemaObject;
    return { name, in: place, description, required: required.includes(name), schema: rest };
  });
}

/** The schemas of request bodies that have a name of their own. */
export function namedRequests(routes: readonly Route[]): Readonly<Record<string, SchemaObject>> {
  const named = routes.flatMap(({ body }) =>
    body?.kind === 'json' && body.schemaName !== undefined
      ? [[body.schemaName, requestSchema(body)] as const]
      : [],
  );
  return Object.fromEntries(named);
}

/** The fields under the published names. */
function requestSchema({ schema, spelling }: NonNullable<Route['body']>): SchemaObject {
  const camel = schemaOf(schema);
  return spelling === 'snake' ? snakeSchema(camel) : camel;
}

function requestBody(body: NonNullable<Route['body']>): RequestBodyObject {
  const schema = requestSchema(body);
  return body.kind === 'json' ? jsonRequest(schema, body) : formRequest(schema, body.fileDescription);
}

const JSON_REQUEST_TYPES = ['application/json', 'text/json', 'application/*+json'] as const;

function jsonRequest(
  schema: SchemaObject,
  { example, spelling, schemaName }: Pick<JsonBody<z.ZodObject>, 'example' | 'spelling' | 'schemaName'>,
): RequestBodyObject {
  const body: MediaTypeObject = { schema: schemaName === undefined ? schema : refTo(schemaName) };
  const spelled = Object.entries(example ?? {}).map(([name, value]) => [wireName(name, spelling), value]);
  const shown = example === undefined ? {} : { example: Object.fromEntries(spelled) };
  const [main, ...others] = JSON_REQUEST_TYPES;
  return {
    required: (schema.required ?? []).length > 0,
    content: {
      [main]: { ...body, ...shown },
      ...Object.fromEntries(others.map((type) => [type, body])),
    },
  };
}

function formRequest(schema: SchemaObject, description: string): RequestBodyObject {
  const { properties = {}, required = [] } = schema;
  const file = { type: 'string', format: 'binary', description } as const;
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file, ...properties },
          required: ['file', ...required],
          additionalProperties: false,
        },
      },
    },
  };
}

function successes(route: Route, nameOf: NameOf): Record<string, ResponseObject> {
  const { answers, defaultCase = 'camel', otherTypes = {} } = route;
  return Object.fromEntries(
    Object.entries(answers).map(([status, shape]) => {
      const { description, schema, example, examples } = shape;
      if (schema === null)
        return [status, { description, headers: responseHeaders(shape, callHeaders(route)) }];
      const headers = responseHeaders(shape, [CASE, ...callHeaders(route)]);
      const body: MediaTypeObject = { schema: refTo(nameOf(schema, defaultCase)) };
      const present = presenter(schema, defaultCase);
      if (example !== undefined) body.example = present(example);
      if (examples !== undefined) {
        const named = Object.entries(examples).map(([name, value]) => [name, { value: present(value) }]);
        body.examples = Object.fromEntries(named);
      }
      const others = Object.entries(otherTypes).map(([type, holds]) => [
        type,
        { schema: { type: 'string', description: holds } },
      ]);
      const content = { ...jsonContent(body), ...Object.fromEntries(others) };
      return [status, { description, headers, content }];
    }),
  );
}

function failures(route: Route, nameOf: NameOf): Record<string, ResponseObject> {
  const { defaultCase = 'camel', errorHeaders = {} } = route;
  const byStatus = Map.groupBy(errorsOf(route), (code) => ERRORS[code].http);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const description = codes.map((code) => `* \`${code}\`: ${ERRORS[code].help}`).join('\n');
      const present = presenter(ErrorResponse, defaultCase);
      const examples = Object.fromEntries(codes.map((code) => [code, { value: present(exampleOf(code)) }]));
      const content = jsonContent({ schema: refTo(nameOf(ErrorResponse, defaultCase)), examples });
      const named = [CASE, ...problemHeaders(status), ...limitHeaders(route)];
      return [status, { description, headers: responseHeaders({ headers: errorHeaders }, named), content }];
    }),
  );
}

function exampleOf(code: ErrorCode): unknown {
  const docsUrl = `https://flowarden.example/docs/errors#${code}`;
  return { error: { code, message: ERRORS[code].help, docsUrl } };
}

type NamedHeader = readonly [name: string, component: string];

const CASE: NamedHeader = ['X-Service-Case', 'Case'];

function problemHeaders(status: number): readonly NamedHeader[] {
  const help: NamedHeader = ['Link', 'Help'];
  if (status === 401) return [help, ['WWW-Authenticate', 'Authenticate']];
  return status === 429 || status === 503 ? [help, ['Retry-After', 'RetryAfter']] : [help];
}

/** What the core says besides an answer. */
function callHeaders(route: Route): readonly NamedHeader[] {
  return [
    ...(takesIdempotencyKey(route) ? [['Idempotent-Replayed', 'Replayed'] as const] : []),
    ...limitHeaders(route),
  ];
}

/** Every call that the core admits or refuses for its limits tells where the caller stands. */
function limitHeaders({ access }: Route): readonly NamedHeader[] {
  if (access === 'open') return [];
  return [
    ['RateLimit-Policy', 'RateLimitPolicy'],
    ['RateLimit', 'RateLimit'],
  ];
}

function responseHeaders(
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

/** The other types have the same bytes; repeating the examples would treble the document. */
function jsonContent(body: MediaTypeObject): Record<string, MediaTypeObject> {
  return Object.fromEntries(
    JSON_TYPES.map((type) => [type, type === 'application/json' ? body : { schema: body.schema ?? {} }]),
  );
}

function refTo(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
