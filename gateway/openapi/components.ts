/** Named schemas of the OpenAPI document, each in the spelling of the endpoints that return it. */
import type { SchemaObject } from 'openapi3-ts/oas31';
import type { z } from 'zod';
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { Route } from '../endpoint/route.ts';
import { snakeName } from '../endpoint/wire-case.ts';
import { ErrorResponse } from '../routes/service/service-schema.ts';
import { jsonSchemas } from './json-schema.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';

/** Returns the name of the component for a schema in a spelling. */
export type NameOf = (schema: z.ZodObject, wireCase: WireCase) => string;

/**
 * Builds the components. A schema that endpoints of both spellings return is written twice, the second time as
 * `…Snake`; one that only snake_case endpoints return is written in snake_case under its own name.
 */
export function spelledSchemas(routes: readonly Route[]): {
  readonly schemas: Readonly<Record<string, SchemaObject>>;
  readonly nameOf: NameOf;
} {
  const camel = jsonSchemas(NAMED_SCHEMAS);
  const snake = jsonSchemas(NAMED_SCHEMAS, 'snake');
  const reached = { camel: new Set<string>(), snake: new Set<string>() };
  for (const { answers, defaultCase = 'camel' } of routes) {
    const roots = [ErrorResponse, ...Object.values(answers).map(({ schema }) => schema)];
    for (const schema of roots) if (schema !== null) reach(plainName(schema), camel, reached[defaultCase]);
  }
  const spelled = (name: string, wireCase: WireCase) =>
    wireCase === 'snake' && reached.camel.has(name) ? `${name}Snake` : name;
  const schemas: Record<string, SchemaObject> = {};
  for (const [name, schema] of Object.entries(camel)) {
    if (reached.camel.has(name) || !reached.snake.has(name)) schemas[name] = schema;
    if (reached.snake.has(name)) schemas[spelled(name, 'snake')] = snakeSchema(snake[name]!, spelled);
  }
  return { schemas, nameOf: (schema, wireCase) => spelled(plainName(schema), wireCase) };
}

function plainName(schema: z.ZodObject): string {
  const name = Object.entries(NAMED_SCHEMAS).find(([, named]) => named === schema)?.[0];
  if (name === undefined) throw new Error('An answer has a schema without a name in schemas/named.ts');
  return name;
}

const REFERENCE = '#/components/schemas/';

function reach(name: string, all: Readonly<Record<string, SchemaObject>>, reached: Set<string>): void {
  if (reached.has(name)) return;
  reached.add(name);
  for (const [, inner] of JSON.stringify(all[name]).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    reach(inner as string, all, reached);
  }
}

/** Returns the schema with snake_case members, down to references. */
export function snakeSchema(
  schema: SchemaObject,
  spelled: (name: string, wireCase: WireCase) => string = (name) => name,
): SchemaObject {
  return rename(schema, spelled) as SchemaObject;
}

function rename(value: unknown, spelled: (name: string, wireCase: WireCase) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, spelled));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === '$ref') return [key, REFERENCE + spelled(String(member).slice(REFERENCE.length), 'snake')];
      if (key === 'required' && Array.isArray(member)) return [key, member.map(snakeName)];
      if (key === 'properties') {
        const properties = Object.entries(member as object);
        return [
          key,
          Object.fromEntries(properties.map(([name, inner]) => [snakeName(name), rename(inner, spelled)])),
        ];
      }
      // Values of these keywords are data, not schemas.
      if (['default', 'enum', 'const', 'example', 'examples'].includes(key)) return [key, member];
      return [key, rename(member, spelled)];
    }),
  );
}
