/** Arbitrary requests for the operations of an OpenAPI document, and whether the document allows each. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { resolveReference } from '../support/openapi/openapi-reference.ts';
import { fitting, hostileJson, hostileText } from '../support/openapi/schema-values.ts';

/** A request as the test sends it. */
export interface FuzzRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string | FormData | null;
  /** True if every value fits the document; null when that is undecidable. */
  readonly allowed: boolean | null;
  /** The values that were sent, to show them when something fails. */
  readonly sent: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);

/** Requests for all operations, those that take a body more often. */
export function requests(document: OpenAPIObject, files: readonly Blob[]): Arbitrary<FuzzRequest> {
  const all = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OperationObject>).map(([method, operation]) => {
      const weight = operation.requestBody === undefined ? 1 : 3;
      return {
        weight,
        arbitrary: requestFor(document, path, method, operation, bodyOf(document, operation, files)),
      };
    }),
  );
  return fc.oneof(...all);
}

function requestFor(
  document: OpenAPIObject,
  path: string,
  method: string,
  operation: OperationObject,
  body: Arbitrary<Body>,
): Arbitrary<FuzzRequest> {
  const parameters = (operation.parameters ?? []).map(
    (parameter) => resolveReference(parameter, document) as ParameterObject,
  );
  const inPath = schemaOfParameters(parameters, 'path');
  const inQuery = schemaOfParameters(parameters, 'query');
  return fc
    .record({ path: texts(inPath, true), query: texts(inQuery, false), body })
    .map((parts): FuzzRequest => {
      const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
        encodeURIComponent(String(parts.path[name])),
      );
      const query = new URLSearchParams(parts.query as Record<string, string>).toString();
      // Without a value for the path, or with a dot for one, it is the path of something else; and the document does not
      // decide about control characters, or whether an empty parameter is an error or not sent.
      const unclear =
        Object.values(parts.query).includes('') ||
        Object.values(parts.path).some((text) => ['', '.', '..'].includes(String(text))) ||
        hasControls([parts.path, parts.query]);
      const { contentType, body } = parts.body;
      const addressFits = fits(inPath, parts.path) && fits(inQuery, parts.query);
      return {
        operationId: operation.operationId ?? '',
        method: method.toUpperCase(),
        path: query === '' ? filled : `${filled}?${query}`,
        contentType,
        body,
        allowed: unclear ? null : addressFits ? parts.body.allowed : false,
        sent: { path: parts.path, query: parts.query, body: parts.body.sent },
      };
    });
}

function schemaOfParameters(parameters: readonly ParameterObject[], place: string): SchemaObject {
  const here = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema ?? {}])),
    required: here.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Text values: mostly fitting ones, sometimes a hostile or an unknown one. */
function texts(schema: SchemaObject, whole: boolean): Arbitrary<Values> {
  const good = fitting(schema).map((values) => mapValues(values as Values, String));
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0 && whole) return good;
  const bad = fc
    .tuple(good, whole ? fc.constantFrom(...names) : fc.constantFrom(...names, 'bogus'), hostileText)
    .map(([values, name, text]) => ({ ...values, [name]: text.isWellFormed() ? text : 'half' }));
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad });
}

interface Body {
  readonly contentType: string | null;
  readonly body: string | FormData | null;
  readonly allowed: boolean | null;
  readonly sent: unknown;
}

const NO_BODY: Body = { contentType: null, body: null, allowed: true, sent: null };

function bodyOf(
  { components }: OpenAPIObject,
  { requestBody }: OperationObject,
  files: readonly Blob[],
): Arbitrary<Body> {
  const shape = requestBody as RequestBodyObject | undefined;
  const stated = shape?.content['application/json']?.schema;
  const name = stated !== undefined && '$ref' in stated ? stated.$ref.split('/').at(-1)! : null;
  const json = (name === null ? stated : components?.schemas?.[name]) as SchemaObject | undefined;
  const form = shape?.content['multipart/form-data']?.schema as SchemaObject | undefined;
  if (json !== undefined) return jsonBody(json);
  return form === undefined ? fc.constant(NO_BODY) : fc.oneof(formBody(form, files), brokenForm());
}

function jsonBody(schema: SchemaObject): Arbitrary<Body> {
  const good = fitting(schema);
  const names = Object.keys(schema.properties ?? {});
  const bad = fc
    .tuple(good, fc.constantFrom(...names, '__proto__', 'bogus'), hostileJson)
    .map(([value, name, hostile]) =>
      Object.fromEntries([...Object.entries(value as Values), [name, hostile] as const]),
    );
  const value = fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: bad }, hostileJson);
  return value.map((sent) => ({
    contentType: 'application/json',
    body: JSON.stringify(sent),
    allowed: jsonFits(schema, sent),
    sent,
  }));
}

function jsonFits(schema: SchemaObject, sent: unknown): boolean | null {
  if (!ajv.validate(schema, sent)) return false;
  return hasControls(sent) ? null : true;
}

function formBody(schema: SchemaObject, files: readonly Blob[]): Arbitrary<Body> {
  const { file: _file, ...properties } = schema.properties ?? {};
  const required = (schema.required ?? []).filter((name) => name !== 'file');
  const fields: SchemaObject = { type: 'object', properties, required, additionalProperties: false };
  const name = fc.oneof(
    fc.constant('Main.xaml'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  );
  return fc
    .record({ values: texts(fields, false), file: fc.option(fc.constantFrom(...files)), name })
    .map(({ values, file, name: filename }) => {
      const body = new FormData();
      for (const [field, text] of Object.entries(values)) body.append(field, String(text));
      if (file !== null) body.append('file', file, filename);
      const whole = file !== null && file.size > 0 && fits(fields, values);
      // A name of blanks alone is no name, and folders before it are no part of it.
      const isOdd = hasControls([values, filename]) || /(?:^|[/\\])\s*$/.test(filename);
      const allowed = whole && isOdd ? null : whole;
      return { contentType: null, body, allowed, sent: { values, filename, bytes: file?.size ?? null } };
    });
}

/** Pieces of forms in any order. */
function brokenForm(): Arbitrary<Body> {
  const piece = fc.oneof(
    fc.constantFrom(
      '--b\r\n',
      '--b',
      '--b--\r\n',
      '\r\n',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="file"; filename="a.xaml"\r\n\r\n',
      'Content-Disposition: form-data; name="platform"\r\n\r\nplatform_1',
      'Content-Disposition: form-data; name="file"; filename="\0"\r\n',
      'Content-Disposition: form-data; name="__proto__"\r\n\r\nx',
      'Content-Disposition: attachment\r\n',
      'Content-Type: multipart/mixed; boundary=c\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      '<Activity/>',
      'x'.repeat(20_000),
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  return fc.array(piece, { maxLength: 12 }).map((pieces) => {
    const body = pieces.join('');
    return { contentType: 'multipart/form-data; boundary=b', body, allowed: null, sent: body.slice(0, 500) };
  });
}

/** Returns whether a text is blank or has control or half characters: most places reject them, and no schema can say so. */
function hasControls(values: unknown): boolean {
  return /\\u00[01]|\\ud[89a-f]|\\[bfnrt]|\x7f|"\s+"/i.test(JSON.stringify(values));
}

/** Returns whether text values fit; an empty one counts as not sent. */
function fits(schema: SchemaObject, values: Values): boolean {
  const typed = Object.entries(values)
    .filter(([name, text]) => text !== '' || schema.properties?.[name] === undefined)
    .map(([name, text]) => {
      const { type } = (schema.properties?.[name] ?? {}) as SchemaObject;
      return [name, valueOfText(String(text), type)] as const;
    });
  if (typed.some(([, text]) => String(text).includes('\0'))) return false;
  return ajv.validate(schema, Object.fromEntries(typed));
}

/** Converts a text of a form or a query to its value. */
function valueOfText(text: string, type: SchemaObject['type']): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function mapValues(values: Values, change: (value: unknown) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
