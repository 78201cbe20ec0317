/** OpenAPI 3.1 document, built from the routes, their schemas and the table of errors. */
import type { OpenAPIObject, ParameterObject } from 'openapi3-ts/oas31';
import { OpenApiBuilder } from 'openapi3-ts/oas31';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { WIRE_CASES, type WireCase } from '../../src/contract/wire-case.ts';
import { wireName } from '../contract/wire-case.ts';
import { type Route, TAGS } from '../endpoint/route.ts';
import { SESSION_COOKIE } from '../request/cookies.ts';
import { ROUTES } from '../routes/all-routes.ts';
import { spelledSchemas } from './components.ts';
import { sharedErrors } from './errors.ts';
import { shareExamples } from './examples.ts';
import { CASE_PARAMETERS, namedRequests, operation } from './operation.ts';
import { shareParameters } from './parameters.ts';
import { spelledRoutes, spellProse } from './spelling.ts';

const DESCRIPTION = `Flowarden validates automation workflow files and stores the results.

* **Credentials:** \`Authorization: ApiKey <key>\` or \`Authorization: Bearer <token>\`, never both, and the organisation in \`X-Org-Id\`.
* **Names:** camelCase by default. \`X-Service-Case: snake\`, \`Accept: application/json;case=snake\` or \`?case=snake\` give the same bodies in snake_case; without them the setting of the API key decides, then that of the organisation. Webhooks and their deliveries default to snake_case. Requests may use either spelling.
* **Errors:** every answer that is not a success has the body \`{error: {code, message, docsUrl}}\`; the code is stable. A 422 is not an error: it is the result of a validation that blocks.
* **Ids:** every answer has \`X-Request-Id\`; one that you send is reused if it matches \`[A-Za-z0-9._-]{1,64}\`.
* **Retries:** a POST with an \`Idempotency-Key\` takes effect once, however often it is sent within ${CONTRACT_LIMITS.idempotencyHoursMax} hours.`;

/**
 * Builds the document.
 * @param serverUrls addresses of the API; the committed document has a relative one
 * @param wireCase spelling of every name, as requests with `X-Service-Case` get it; null: each endpoint's own
 */
export function buildOpenApi(
  serverUrls: readonly string[] = ['/'],
  endpoints: readonly Route[] = ROUTES,
  wireCase: WireCase | null = null,
): OpenAPIObject {
  const routes = spelledRoutes(endpoints, wireCase);
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
    .addSecurityScheme('session', {
      type: 'apiKey',
      in: 'cookie',
      name: SESSION_COOKIE,
      description: 'The cookie of a person who has signed in at the web app. Only its own pages can use it.',
    })
    .addParameter('OrgId', {
      name: 'X-Org-Id',
      in: 'header',
      required: true,
      description: 'UUID of the organisation.',
      schema: { type: 'string', format: 'uuid' },
    })
    .addParameter('RequestId', {
      name: 'X-Request-Id',
      in: 'header',
      description: 'An id of your own for this request; the answer and our log contain it.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    })
    .addParameter('IdempotencyKey', {
      name: 'Idempotency-Key',
      in: 'header',
      description: `A value of your own that no other request of the organisation has, such as a UUID. If an answer is lost, send the same request with the same key: it takes effect once, and the first answer is returned again. A key is stored for ${CONTRACT_LIMITS.idempotencyHoursMax} hours; a rejected request releases it.`,
      schema: { type: 'string', pattern: `^[!-~]{1,${CONTRACT_LIMITS.idempotencyKeyCharactersMax}}$` },
    })
    .addHeader('Replayed', {
      description:
        '`true` when this is the answer to an earlier request with the same `Idempotency-Key`. Absent otherwise.',
      schema: { type: 'string', enum: ['true'] },
    })
    .addHeader('RequestId', {
      description: 'The id of this request. Quote it when you report a problem.',
      schema: { type: 'string' },
    })
    .addHeader('Case', {
      description: 'The spelling of the names in the body.',
      schema: { type: 'string', enum: ['camel', 'snake'] },
    })
    .addHeader('NextPage', {
      description:
        'The address of the next page, relative to the service: `<…>; rel="next"`. Absent on the last page.',
      schema: { type: 'string' },
    })
    .addHeader('Help', {
      description: 'The page that explains the error code: `<…>; rel="help"`.',
      schema: { type: 'string' },
    })
    .addHeader('RetryAfter', {
      description: 'Seconds after which trying again may help.',
      schema: { type: 'integer', minimum: 1 },
    })
    .addHeader('RateLimitPolicy', {
      description:
        'The limits that the call counts against: `"name";q=quota;w=seconds`, for calls at once `"name";q=quota;qu="concurrent-requests"`. Absent where the operator has switched them off.',
      schema: { type: 'string' },
    })
    .addHeader('RateLimit', {
      description:
        'Remaining allowance of each limit: `"name";r=remaining;t=seconds until the full allowance is available again`.',
      schema: { type: 'string' },
    })
    .addHeader('Authenticate', {
      description: 'The two schemes, `Bearer` and `ApiKey`, each in a header of its own.',
      schema: { type: 'string' },
    });
  for (const own of wireCase === null ? WIRE_CASES : [wireCase])
    builder.addParameter(CASE_PARAMETERS[own], caseParameter(own, wireCase !== null));
  for (const url of serverUrls) builder.addServer({ url });
  for (const [name, description] of Object.entries(TAGS)) builder.addTag({ name, description });
  const { schemas, nameOf } = spelledSchemas(routes);
  for (const [name, schema] of Object.entries({ ...schemas, ...namedRequests(routes) }))
    builder.addSchema(name, schema);
  const errors = sharedErrors(routes, nameOf);
  for (const [name, response] of Object.entries(errors.responses)) builder.addResponse(name, response);
  const context = { nameOf, errors, wireCase: wireCase ?? 'camel' };
  for (const [path, onPath] of Map.groupBy(routes, (route) => openApiPath(route.path, context.wireCase))) {
    const operations = onPath.map((route) => [route.method.toLowerCase(), operation(route, context)]);
    builder.addPath(path, Object.fromEntries(operations));
  }
  // Default security of every operation that declares none.
  const document: OpenAPIObject = {
    ...builder.getSpec(),
    security: [{ bearer: [] }, { apiKey: [] }, { session: [] }],
  };
  shareExamples(document);
  shareParameters(document);
  return wireCase === null ? document : spellProse(document, routes, wireCase);
}

/** Converts `/results/:validationId` to `/results/{validationId}`. */
export function openApiPath(path: string, wireCase: WireCase = 'camel'): string {
  return path.replace(/:(\w+)/g, (_match, name: string) => `{${wireName(name, wireCase)}}`);
}

/** Describes the header that selects the spelling, for endpoints with this default. */
function caseParameter(own: WireCase, isOnly: boolean): ParameterObject {
  const header = { name: 'X-Service-Case', in: 'header' } as const;
  if (isOnly) {
    return {
      ...header,
      required: true,
      description: 'Spelling of the names in the answer. This document describes the answers in this one.',
      schema: { type: 'string', enum: [own] },
    };
  }
  return {
    ...header,
    description: `Spelling of the names in the answer. Without it the setting of the API key decides, then that of the organisation, then this endpoint, which has \`${own}\`.`,
    schema: { type: 'string', enum: [...WIRE_CASES], default: own },
  };
}
