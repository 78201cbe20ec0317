/** What a client of one OpenAPI document would miss in another one. */
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { resolveReference } from './openapi-reference.ts';

/** One line for each break; empty when every client of `before` can go on with `after`. */
export function openApiBreaks(before: OpenAPIObject, after: OpenAPIObject): readonly string[] {
  const sides: Sides = { before, after };
  const breaks: string[] = [];
  for (const [path, item] of Object.entries(before.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, OperationObject>)) {
      const where = `${method.toUpperCase()} ${path}`;
      const now = (after.paths?.[path] as Record<string, OperationObject> | undefined)?.[method];
      if (now === undefined) breaks.push(`${where} is gone`);
      else breaks.push(...operationBreaks(where, operation, now, sides));
    }
  }
  return breaks;
}

interface Sides {
  readonly before: OpenAPIObject;
  readonly after: OpenAPIObject;
}

/**
 * `input`: what callers send, so nothing accepted may be rejected; `text`: the same, carried as text in a form, a query or
 * a header. `output`: what they read, so nothing may go.
 */
type Direction = 'input' | 'text' | 'output';

function* operationBreaks(
  where: string,
  was: OperationObject,
  now: OperationObject,
  sides: Sides,
): Generator<string> {
  yield* parameterBreaks(where, was, now, sides);
  const bodyWas = was.requestBody as RequestBodyObject | undefined;
  const bodyNow = now.requestBody as RequestBodyObject | undefined;
  if (bodyNow?.required === true && bodyWas?.required !== true) yield `${where}: the body is required by now`;
  yield* contentBreaks(`${where} body`, bodyWas?.content, bodyNow?.content, sides, 'input');
  for (const [status, response] of Object.entries(was.responses ?? {})) {
    const answer = resolveReference(now.responses?.[status], sides.after) as ResponseObject | undefined;
    if (answer === undefined) {
      yield `${where}: the status ${status} is gone`;
      continue;
    }
    const { headers = {}, content } = resolveReference(response, sides.before) as ResponseObject;
    for (const name of Object.keys(headers)) {
      if (answer.headers?.[name] === undefined) yield `${where} ${status}: the header ${name} is gone`;
    }
    yield* contentBreaks(`${where} ${status}`, content, answer.content, sides, 'output');
  }
}

function* parameterBreaks(
  where: string,
  was: OperationObject,
  now: OperationObject,
  sides: Sides,
): Generator<string> {
  const old = parametersOf(was, sides.before);
  const current = parametersOf(now, sides.after);
  for (const [key, parameter] of old) {
    const next = current.get(key);
    if (next === undefined) yield `${where}: the parameter ${key} is gone`;
    else {
      if (next.required && !parameter.required) yield `${where}: the parameter ${key} is required by now`;
      yield* schemaBreaks(`${where} ${key}`, parameter.schema, next.schema, sides, 'text');
    }
  }
  for (const [key, { required }] of current) {
    if (required && !old.has(key)) yield `${where}: the new parameter ${key} is required`;
  }
}

function parametersOf(
  { parameters = [] }: OperationObject,
  document: OpenAPIObject,
): Map<string, ParameterObject> {
  return new Map(
    parameters.map((parameter) => {
      const whole = resolveReference(parameter, document) as ParameterObject;
      return [`${whole.in} ${whole.name}`, whole] as const;
    }),
  );
}

type Content = ResponseObject['content'];

function* contentBreaks(
  where: string,
  was: Content,
  now: Content,
  sides: Sides,
  direction: Direction,
): Generator<string> {
  for (const [type, media] of Object.entries(was ?? {})) {
    const next = now?.[type];
    if (next === undefined) yield `${where}: the type ${type} is gone`;
    else {
      const isForm = type === 'multipart/form-data' && direction === 'input';
      yield* schemaBreaks(`${where} ${type}`, media.schema, next.schema, sides, isForm ? 'text' : direction);
    }
  }
}

function* schemaBreaks(
  where: string,
  oldSchema: unknown,
  newSchema: unknown,
  sides: Sides,
  direction: Direction,
): Generator<string> {
  const seen = direction === 'text' ? asText : (schema: SchemaObject) => schema;
  const was = seen(resolveReference(oldSchema ?? {}, sides.before) as SchemaObject);
  const now = seen(resolveReference(newSchema ?? {}, sides.after) as SchemaObject);
  const [types, allowed] = direction === 'output' ? [now, was] : [was, now];
  // Callers send what they sent before; they read only what they know.
  const known = typesOf(allowed);
  const foreign = typesOf(types).filter((type) => known.length > 0 && !known.includes(type));
  if (foreign.length > 0)
    yield `${where}: the type ${foreign.join(', ')} is ${direction === 'output' ? 'new' : 'gone'}`;
  for (const value of was.enum ?? []) {
    if (now.enum !== undefined && !now.enum.includes(value)) yield `${where}: the value ${value} is gone`;
  }
  if (direction !== 'output') yield* boundBreaks(where, was, now);
  for (const [name, member] of Object.entries(was.properties ?? {})) {
    const next = now.properties?.[name];
    if (next === undefined) yield `${where}.${name} is gone`;
    else yield* schemaBreaks(`${where}.${name}`, member, next, sides, direction);
  }
  const [demanding, other, how] =
    direction === 'output' ? [was, now, 'no longer certain'] : [now, was, 'required by now'];
  for (const name of demanding.required ?? []) {
    const gone = direction === 'output' && now.properties?.[name] === undefined;
    if (!gone && !other.required?.includes(name)) yield `${where}.${name} is ${how}`;
  }
  if (was.items !== undefined) yield* schemaBreaks(`${where}[]`, was.items, now.items, sides, direction);
}

/** A boolean as the text that it is on the wire: callers send the same bytes, whichever of both the document says. */
function asText(schema: SchemaObject): SchemaObject {
  return schema.type === 'boolean' ? { ...schema, type: 'string', enum: ['true', 'false'] } : schema;
}

/** Yields limits that have become narrower: they reject what was accepted. */
function* boundBreaks(where: string, was: SchemaObject, now: SchemaObject): Generator<string> {
  for (const bound of ['maxLength', 'maxItems', 'maximum'] as const) {
    if ((now[bound] ?? Number.POSITIVE_INFINITY) < (was[bound] ?? Number.POSITIVE_INFINITY)) {
      yield `${where}: ${bound} is lower`;
    }
  }
  for (const bound of ['minLength', 'minItems', 'minimum'] as const) {
    if ((now[bound] ?? Number.NEGATIVE_INFINITY) > (was[bound] ?? Number.NEGATIVE_INFINITY)) {
      yield `${where}: ${bound} is higher`;
    }
  }
  if (was.enum === undefined && now.enum !== undefined) yield `${where}: only some values are allowed by now`;
}

function typesOf({ type }: SchemaObject): readonly string[] {
  return type === undefined ? [] : [type].flat();
}
