/** Converts zod schemas to the JSON Schema of OpenAPI 3.1, in hand-written style. */
import type { SchemaObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { snakeName } from '../contract/wire-case.ts';

/** Converts one inlined schema of request values. */
export function schemaOf(schema: z.ZodType): SchemaObject {
  const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, { io: 'input', override: tidy });
  return rest as SchemaObject;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** Rewrites `anyOf: [{type: X}, {type: null}]` to `type: [X, null]`; drops patterns that a format implies. */
const tidy: Override = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodNullable) {
    const inner = jsonSchema.anyOf?.[0];
    if (inner && typeof inner.type === 'string') {
      const { description } = jsonSchema;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, inner, { type: [inner.type, 'null'] });
      // An enum lists all allowed values, regardless of the type.
      if (inner.enum) jsonSchema.enum = [...inner.enum, null];
      if (description !== undefined) jsonSchema.description = description;
    }
  }
  for (const key of Object.keys(jsonSchema)) {
    if (jsonSchema[key] === undefined) delete jsonSchema[key];
  }
};

/** Returns the schema of a request with snake_case members, inner ones too; keys of maps are data. */
export function snakeSchema(schema: SchemaObject): SchemaObject {
  const { properties, items, required } = schema;
  const inner = Object.entries(properties ?? {}).map(([name, value]) => [
    snakeName(name),
    snakeSchema(value as SchemaObject),
  ]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(inner) }),
    ...(items && { items: snakeSchema(items as SchemaObject) }),
    ...(required && { required: required.map(snakeName) }),
  };
}

/** Returns an example with the names of its schema in snake_case. */
export function snakeExample(example: unknown, { properties, items }: SchemaObject): unknown {
  if (Array.isArray(example))
    return example.map((value) => snakeExample(value, (items ?? {}) as SchemaObject));
  if (properties === undefined || typeof example !== 'object' || example === null) return example;
  const spelled = Object.entries(example).map(([name, value]) => [
    snakeName(name),
    snakeExample(value, (properties[name] ?? {}) as SchemaObject),
  ]);
  return Object.fromEntries(spelled);
}
