/** Converts zod schemas to the JSON Schema of OpenAPI 3.1, in hand-written style. */
import type { SchemaObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { isInSnakeAlone } from '../endpoint/answer-members.ts';

/**
 * Converts the named schemas, with references among each other. Names stay in camelCase; members that the snake_case form alone
 * has are in the schemas for `snake`.
 */
export function jsonSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  wireCase: WireCase = 'camel',
): Record<string, SchemaObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override(context) {
      const { zodSchema, jsonSchema } = context;
      if (wireCase === 'camel' && zodSchema instanceof z.ZodObject)
        dropSnakeAlone(zodSchema.shape, jsonSchema);
      tidy(context);
    },
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas as Record<string, SchemaObject>;
}

/** Converts one inlined schema of request values. */
export function schemaOf(schema: z.ZodType): SchemaObject {
  const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, { io: 'input', override: tidy });
  return rest as SchemaObject;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** Drops members that the camelCase form lacks. They are optional, so no list of required ones has them. */
function dropSnakeAlone(shape: z.core.$ZodShape, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  for (const [name, member] of Object.entries(shape))
    if (isInSnakeAlone(member)) delete jsonSchema.properties?.[name];
}

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
