/** zod → the JSON Schema of OpenAPI 3.1, in the form that people write by hand. */
import type { SchemaObject } from 'openapi3-ts/oas31';
import { z } from 'zod';

/** The named schemas, with references among each other. */
export function jsonSchemas(named: Readonly<Record<string, z.ZodType>>): Record<string, SchemaObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: tidy,
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas as Record<string, SchemaObject>;
}

/** One schema that stands where it is used: what a request may send. */
export function schemaOf(schema: z.ZodType): SchemaObject {
  const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, { io: 'input', override: tidy });
  return rest as SchemaObject;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** `anyOf: [{type: X}, {type: null}]` → `type: [X, null]`; patterns that a format already says are dropped. */
const tidy: Override = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodNullable) {
    const inner = jsonSchema.anyOf?.[0];
    if (inner && typeof inner.type === 'string') {
      const { description } = jsonSchema;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, inner, { type: [inner.type, 'null'] });
      // An enum says of itself all that is allowed, whatever the type says.
      if (inner.enum) jsonSchema.enum = [...inner.enum, null];
      if (description !== undefined) jsonSchema.description = description;
    }
  }
  for (const key of Object.keys(jsonSchema)) {
    if (jsonSchema[key] === undefined) delete jsonSchema[key];
  }
};
