/** The OpenAPI 3.1 document, made from the routes, their schemas and the table of errors. */
import type {
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { OpenApiBuilder } from 'openapi3-ts/oas31';
import { ERRORS, type ErrorCode } from '../src/errors.ts';
import { jsonSchemas, schemaOf } from './json-schema.ts';
import { JSON_TYPES } from './negotiate.ts';
import { errorsOf, type Route, TAGS } from './route.ts';
import { ROUTES } from './routes.ts';
import { NAMED_SCHEMAS } from './schemas/named.ts';
import { snakeName, wireName } from './wire-case.ts';

const DESCRIPTION = `Flowarden validates automation workflow files and keeps the results.

* **Credentials:** \`Authorization: ApiKey <key>\` or \`Authorization: Bearer <token>\`, never both, and the organisation in \`X-Org-Id\`.
* **Names:** camelCase by default. \`X-Service-Case: snake\`, \`Accept: application/json;case=snake\` or \`?case=snake\` give the same bodies in snake_case. Requests may use either spelling.
* **Errors:** every answer that is not a success has the body \`{error: {code, message, docsUrl}}\`; the code is stable. A 422 is not an error: it is the result of a validation that blocks.
* **Ids:** every answer has \`X-Request-Id\`; one that you send is taken over when it matches \`[A-Za-z0-9._-]{1,64}\`.`;

/** Builds the document. `serverUrls` say where the API is; the committed document has a relative one. */
export function buildOpenApi(serverUrls: readonly string[] = ['/']): OpenAPIObject {
  const builder = OpenApiBuilder.create()
    .addOpenApiVersion('3.1.0')
    .addInfo({
      title: 'Flowarden',
      version: 'v1',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    })
    .addSecurityScheme('bearer', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of the identity provider.',
    })
    .addSecurityScheme('apiKey', {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The word `ApiKey`, a blank, and the key: `ApiKey fwd_live_…`.',
    })
    .addParameter('OrgId', {
      name: 'X-Org-Id',
      in: 'header',
      required: true,
      description: 'UUID of the organisation.',
      schema: { type: 'string', format: 'uuid' },
    })
    .addParameter('Case', {
      name: 'X-Service-Case',
      in: 'header',
      description: 'Spelling of the names in the answer.',
      schema: { type: 'string', enum: ['camel', 'snake'], default: 'camel' },
    })
    .addParameter('RequestId', {
      name: 'X-Request-Id',
      in: 'header',
      description: 'An id of your own for this request; the answer and our log carry it.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    })
    .addHeader('RequestId', {
      description: 'The id of this request. Quote it when you report a problem.',
      schema: { type: 'string' },
    });
  for (const url of serverUrls) builder.addServer({ url });
  for (const [name, description] of Object.entries(TAGS)) builder.addTag({ name, description });
  for (const [name, schema] of Object.entries(jsonSchemas(NAMED_SCHEMAS))) builder.addSchema(name, schema);
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => openApiPath(route.path))) {
    builder.addPath(
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route)])),
    );
  }
  return builder.getSpec();
}

/** `/results/:validationId` → `/results/{validationId}`. */
export function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function operation(route: Route): OperationObject {
  const { operationId, tag, summary, description } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: route.access === 'open' ? [] : [{ bearer: [] }, { apiKey: [] }],
    parameters: parameters(route),
    ...(route.form === null ? {} : { requestBody: requestBody(route) }),
    responses: { ...successes(route), ...failures(route) },
  };
}

function parameters(route: Route): OperationObject['parameters'] & object {
  const names = route.access === 'open' ? ['Case', 'RequestId'] : ['OrgId', 'Case', 'RequestId'];
  return [
    ...members(route, 'path'),
    ...members(route, 'query'),
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

/** The form with its file, under the published names. */
function requestBody({ form }: Route): RequestBodyObject {
  const spelling = form?.spelling ?? 'camel';
  const { properties = {}, required = [] } = form === null ? {} : schemaOf(form.schema);
  const named = Object.entries(properties).map(([name, schema]) => [wireName(name, spelling), schema]);
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            file: { type: 'string', format: 'binary', description: 'The workflow file, at most 10 MiB.' },
            ...Object.fromEntries(named),
          },
          required: ['file', ...required.map(snakeName)],
          additionalProperties: false,
        },
      },
    },
  };
}

function successes(route: Route): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, { description, schema, example }]) => {
      const name = Object.entries(NAMED_SCHEMAS).find(([, named]) => named === schema)?.[0];
      if (name === undefined) throw new Error(`The answer of ${route.operationId} has no name`);
      return [status, response(description, { schema: refTo(name), example })];
    }),
  );
}

function failures(route: Route): Record<string, ResponseObject> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => ERRORS[code].http);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const lines = codes.map((code) => `* \`${code}\`: ${ERRORS[code].help}`);
      return [
        status,
        response(lines.join('\n'), { schema: refTo('ErrorResponse'), examples: examples(codes) }),
      ];
    }),
  );
}

function response(description: string, body: MediaTypeObject): ResponseObject {
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: Object.fromEntries(
      // The other types have the same bytes; repeating the examples would treble the document.
      JSON_TYPES.map((type) => [type, type === 'application/json' ? body : { schema: body.schema ?? {} }]),
    ),
  };
}

function examples(codes: readonly ErrorCode[]): MediaTypeObject['examples'] & object {
  return Object.fromEntries(
    codes.map((code) => [
      code,
      {
        value: {
          error: {
            code,
            message: ERRORS[code].help,
            docsUrl: `https://flowarden.example/docs/errors#${code}`,
          },
        },
      },
    ]),
  );
}

function refTo(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
