/** Converts an endpoint to its operation in the OpenAPI document. */
import type {
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { exampleOf, spelledExample } from '../contract/example.ts';
import { pascalName, wireName } from '../contract/wire-case.ts';
import { type InputSchema, isContract } from '../endpoint/fields.ts';
import { isForPeople, type JsonBody, needsCaller, type Route, takesNoSession } from '../endpoint/route.ts';
import { takesIdempotencyKey } from '../request/idempotency.ts';
import type { NameOf } from './components.ts';
import type { SharedErrors } from './errors.ts';
import { schemaOf, snakeExample, snakeSchema } from './json-schema.ts';
import { requestSchema } from './request-schema.ts';
import {
  CASE_HEADER,
  jsonContent,
  limitHeaders,
  type NamedHeader,
  refTo,
  responseHeaders,
} from './responses.ts';

/** Shared state of the operations of one document. */
export interface OperationContext {
  /** Finds the component of a schema. */
  readonly nameOf: NameOf;
  /** Components of error responses. */
  readonly errors: SharedErrors;
  /** Spelling of parameters. */
  readonly wireCase: WireCase;
}

/** Describes an endpoint. */
export function operation(route: Route, { nameOf, errors, wireCase }: OperationContext): OperationObject {
  const { operationId, tag, summary, description } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...securityOf(route),
    parameters: parameters(route, wireCase),
    ...(route.body === null ? {} : { requestBody: requestBody(route) }),
    responses: { ...successes(route, nameOf), ...errors.referencesOf(route) },
  };
}

/** Returns the security of an endpoint where it differs from that of most. */
function securityOf(route: Route): Pick<OperationObject, 'security'> {
  if (isForPeople(route)) return { security: [{ session: [] }, ...(takesNoSession(route) ? [{}] : [])] };
  return needsCaller(route) ? {} : { security: [] };
}

function parameters(route: Route, wireCase: WireCase): OperationObject['parameters'] & object {
  const names = [
    ...(needsCaller(route) && !isForPeople(route) ? ['OrgId'] : []),
    ...(takesIdempotencyKey(route) ? ['IdempotencyKey'] : []),
    CASE_PARAMETERS[route.defaultCase ?? 'camel'],
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
    ...members(route.params, 'path', wireCase),
    ...members(route.query, 'query', wireCase),
    ...headers,
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Component of the header that selects the spelling, by the endpoint's default spelling. */
export const CASE_PARAMETERS = { camel: 'Case', snake: 'SnakeCase' } as const satisfies Record<
  WireCase,
  string
>;

function members(input: InputSchema, place: 'path' | 'query', wireCase: WireCase): ParameterObject[] {
  const { properties = {}, required = [] } = isContract(input) ? requestSchema(input, true) : schemaOf(input);
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', ...rest } = schema as SchemaObject;
    return {
      name: wireName(name, wireCase),
      in: place,
      description,
      ...(required.includes(name) ? { required: true } : {}),
      schema: rest,
    };
  });
}

/** Returns the schemas of JSON request bodies by their names. */
export function namedRequests(routes: readonly Route[]): Readonly<Record<string, SchemaObject>> {
  const named = routes.flatMap(({ body, operationId }) =>
    body?.kind === 'json' ? [[requestName(body, operationId), bodySchema(body)] as const] : [],
  );
  return Object.fromEntries(named);
}

function requestName({ schemaName }: JsonBody<InputSchema>, operationId: string): string {
  return schemaName ?? `${pascalName(operationId)}Request`;
}

/** Describes the fields under their published names. */
function bodySchema(body: NonNullable<Route['body']>): SchemaObject {
  const camel = camelSchema(body);
  return body.spelling === 'snake' ? snakeSchema(camel) : camel;
}

function camelSchema({ schema, kind }: NonNullable<Route['body']>): SchemaObject {
  return isContract(schema) ? requestSchema(schema, kind !== 'json') : schemaOf(schema);
}

function requestBody({ body, operationId }: Route): RequestBodyObject {
  if (body?.kind === 'json') return jsonRequest(body, requestName(body, operationId));
  return formRequest(bodySchema(body!), body!.fileDescription);
}

const JSON_REQUEST_TYPES = ['application/json', 'text/json', 'application/*+json'] as const;

function jsonRequest(request: JsonBody<InputSchema>, name: string): RequestBodyObject {
  const { example, spelling } = request;
  const body: MediaTypeObject = { schema: refTo(name) };
  const spelled = spelling === 'snake' ? snakeExample(example, camelSchema(request)) : example;
  const shown = example === undefined ? {} : { example: spelled };
  const [main, ...others] = JSON_REQUEST_TYPES;
  return {
    required: (bodySchema(request).required ?? []).length > 0,
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
      const { description, message, example, examples } = shape;
      // The status of a run that has not ended is JSON alone.
      const others = Object.fromEntries(
        Object.entries(status === '202' ? {} : otherTypes).map(([type, holds]) => [
          type,
          { schema: { type: 'string' as const, description: holds } },
        ]),
      );
      if (message === null) {
        const content = Object.keys(others).length === 0 ? {} : { content: others };
        return [status, { description, headers: responseHeaders(shape, callHeaders(route)), ...content }];
      }
      const plain = exampleOf(message);
      const isPage = route.method === 'GET' && 'nextCursor' in plain;
      const next: readonly NamedHeader[] = isPage ? [['Link', 'NextPage']] : [];
      const headers = responseHeaders(shape, [CASE_HEADER, ...next, ...callHeaders(route)]);
      const body: MediaTypeObject = { schema: refTo(nameOf(message, defaultCase)) };
      const present = (own: object) => spelledExample(message, { ...plain, ...own }, defaultCase);
      if (examples === undefined) body.example = present(example ?? {});
      if (examples !== undefined) {
        const named = Object.entries(examples).map(([name, value]) => [name, { value: present(value) }]);
        body.examples = Object.fromEntries(named);
      }
      const content = { ...jsonContent(body), ...others };
      return [status, { description, headers, content }];
    }),
  );
}

/** Returns the headers that the core adds to an answer. */
function callHeaders(route: Route): readonly NamedHeader[] {
  return [
    ...(takesIdempotencyKey(route) ? [['Idempotent-Replayed', 'Replayed'] as const] : []),
    ...limitHeaders(route),
  ];
}
