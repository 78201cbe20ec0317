/** Check of every answer of a gateway, for any request, against its OpenAPI document. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIObject, OperationObject, ReferenceObject, ResponseObject } from 'openapi3-ts/oas31';
import type { WireCase } from '../../../src/contract/wire-case.ts';
import { resolveReference } from '../../support/openapi/openapi-reference.ts';

/** Watches answers and says what was wrong with them. */
export interface AnswerWatch {
  readonly listener: RequestListener;
  /** One line for each answer that the document does not allow. */
  readonly violations: readonly string[];
}

/** Headers that every answer of an HTTP server may have; all others have to stand in the document. */
const PLAIN_HEADERS = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'content-encoding',
  'vary',
  'x-content-type-options',
]);

/** Builds the document with all names in a spelling; null: each endpoint has its own. */
export type Describe = (wireCase: WireCase | null) => OpenAPIObject;

/** Wraps the application: what it answers is let through, and recorded when it breaks the document of its spelling. */
export function watchAnswers(app: RequestListener, describe: Describe): AnswerWatch {
  const violations: string[] = [];
  const check = answerChecker(describe);
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    const end = response.end.bind(response);
    const write = response.write.bind(response);
    response.write = ((chunk: Buffer | string, ...rest: never[]) => {
      chunks.push(Buffer.from(chunk));
      return write(chunk, ...rest);
    }) as typeof response.write;
    response.end = ((...args: unknown[]) => {
      if (typeof args[0] === 'string' || args[0] instanceof Uint8Array) chunks.push(Buffer.from(args[0]));
      const bytes = Buffer.concat(chunks);
      const isCompressed = response.getHeader('content-encoding') === 'gzip' && bytes.length > 0;
      const wrong = check(request, response, (isCompressed ? gunzipSync(bytes) : bytes).toString());
      if (wrong !== null)
        violations.push(`${request.method} ${request.url} ${response.statusCode}: ${wrong}`);
      return (end as (...all: unknown[]) => ServerResponse)(...args);
    }) as typeof response.end;
    app(request, response);
  };
  return { listener, violations };
}

type Check = (request: IncomingMessage, response: ServerResponse, text: string) => string | null;

/** A document, and how values are validated against a schema in it. */
interface Described {
  readonly document: OpenAPIObject;
  validate(pointer: string, value: unknown): string | null;
}

function described(document: OpenAPIObject): Described {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    validate(pointer, value) {
      const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
      compiled.set(pointer, known);
      return known(value) ? null : ajv.errorsText(known.errors);
    },
  };
}

/** The documents of gateways with the same routes: building and compiling one takes longer than many a test. */
const DOCUMENTS = new WeakMap<Describe, Map<WireCase | null, Described>>();

function answerChecker(describe: Describe): Check {
  const documents = DOCUMENTS.get(describe) ?? new Map<WireCase | null, Described>();
  DOCUMENTS.set(describe, documents);
  const documentOf = (wireCase: WireCase | null): Described => {
    const known = documents.get(wireCase) ?? described(describe(wireCase));
    documents.set(wireCase, known);
    return known;
  };
  return (request, response, text) => {
    const own = documentOf(null);
    const status = String(response.statusCode);
    const found = findResponse(own.document, request, status);
    if (found === null) return null;
    // Defined by HTTP itself and the same for every path, so no operation lists them.
    if (status === '405' || (status === '204' && request.method === 'OPTIONS')) return null;
    if (found.shape === undefined) return `the status is not documented: ${text}`;
    const selected = response.getHeader('x-service-case') as WireCase | undefined;
    const spelled = selected === undefined || selected === spellingOf(own.document, found.shape);
    return checkAgainst(spelled ? own : documentOf(selected), request, response, text);
  };
}

function checkAgainst(
  { document, validate }: Described,
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): string | null {
  const found = findResponse(document, request, String(response.statusCode));
  const shape = found?.shape;
  if (shape === undefined) return `the status is not documented: ${text}`;
  const foreign = response
    .getHeaderNames()
    .find((name) => !PLAIN_HEADERS.has(name) && !documentsHeader(shape, name));
  if (foreign !== undefined) return `the header ${foreign} is not documented`;
  if (shape.content === undefined) return text === '' ? null : 'there should be no body';
  const type = String(response.getHeader('content-type')).split(';')[0] ?? '';
  if (shape.content[type] === undefined) return `the type ${type} is not documented`;
  if (request.method === 'HEAD' || !/json$|plain$/.test(type) || type.includes('+')) return null;
  const steps = [...found!.steps, 'content', type, 'schema'];
  return validate(`/${steps.map(escapeStep).join('/')}`, JSON.parse(text));
}

function documentsHeader(shape: ResponseObject, name: string): boolean {
  return Object.keys(shape.headers ?? {}).some((known) => known.toLowerCase() === name);
}

/** The response of an operation: undefined where the status is not documented. */
interface FoundResponse {
  /** Its place in the document. */
  readonly steps: readonly string[];
  readonly shape: ResponseObject | undefined;
}

/** Finds the response that the document has for a request; null where it has no such operation. */
function findResponse(
  document: OpenAPIObject,
  { url = '', method = 'GET' }: IncomingMessage,
  status: string,
): FoundResponse | null {
  const [pathname = ''] = url.split('?');
  const key = method === 'HEAD' ? 'get' : method.toLowerCase();
  const candidates = Object.keys(document.paths ?? {}).filter((pattern) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(pathname),
  );
  // A path that is written out goes before one with a parameter, as in the router.
  const path = candidates.find((pattern) => !pattern.includes('{')) ?? candidates[0];
  if (path === undefined) return null;
  const operation = (document.paths?.[path] as Record<string, OperationObject> | undefined)?.[key];
  if (operation === undefined) return null;
  const response = operation.responses?.[status] as ResponseObject | ReferenceObject | undefined;
  const steps =
    response !== undefined && '$ref' in response
      ? response.$ref.slice(2).split('/')
      : ['paths', path, key, 'responses', status];
  return { steps, shape: resolveReference(response, document) as ResponseObject | undefined };
}

/** Returns the spelling of this answer's names in the document, by the members of its components. */
export function spellingOf(document: OpenAPIObject, shape: ResponseObject): 'camel' | 'snake' {
  const components = new Set<string>();
  const reach = (text: string) => {
    for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      const schema = JSON.stringify(document.components?.schemas?.[name] ?? {});
      if (components.has(schema)) continue;
      components.add(schema);
      reach(schema);
    }
  };
  reach(JSON.stringify(shape.content));
  return [...components].some((schema) => /"[a-z]+_[a-z_]+":/.test(schema)) ? 'snake' : 'camel';
}

/**
 * Returns the same value with other names, without the gateway's own code. Only the snake_case form has the description of a
 * finding that blocks.
 */
export function respell(value: unknown, to: 'camel' | 'snake'): unknown {
  if (Array.isArray(value)) return value.map((item) => respell(item, to));
  if (typeof value !== 'object' || value === null) return value;
  const name = (key: string) =>
    to === 'camel'
      ? key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
      : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      name(key),
      respell(to === 'camel' && key === 'blocking_findings' ? withoutDescriptions(member) : member, to),
    ]),
  );
}

function withoutDescriptions(findings: unknown): unknown {
  if (!Array.isArray(findings)) return findings;
  return findings.map(({ description: _, ...finding }: Record<string, unknown>) => finding);
}

function escapeStep(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
