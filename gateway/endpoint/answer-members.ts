/** Member types of answers, with their presentation and their form in the OpenAPI document. */
import { z } from 'zod';

/** Returns the schema of a UUID of any version. */
export const uuid = () =>
  z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { error: 'must be a UUID' })
    .meta({ format: 'uuid', pattern: undefined });

/** Returns the schema of a 32-bit integer. */
export const int32 = () => z.int32().meta({ format: 'int32', minimum: undefined, maximum: undefined });

/** Returns the schema of a count or 64-bit integer, a JSON number on the wire. */
export const int64 = () => z.int().meta({ format: 'int64', minimum: undefined, maximum: undefined });

/** Returns the schema of a line number. The core sends 0 for an unknown one; below the minimum, it becomes null. */
export const lineNumber = () => z.int32().min(1).nullable().meta({ maximum: undefined });

/** Returns the schema of a point in time, ISO 8601 in UTC. */
export const instant = () => z.iso.datetime().meta({ pattern: undefined });

/** Returns the schema of a platform name, or null. */
export const platform = () =>
  text(
    "The platform: `platform_1` to `platform_4`, or its vendor's name such as `uipath`; the installation decides which, requests may use both.",
  );

const IN_SNAKE_ALONE = new WeakSet<z.core.$ZodType>();

/**
 * Marks a member that only the snake_case form of an answer has: the interface shows it in its examples, while the schema,
 * whose objects are closed, lacks it.
 */
export function inSnakeAlone<Schema extends z.ZodType>(schema: Schema): Schema {
  IN_SNAKE_ALONE.add(schema);
  return schema;
}

/** Returns whether only the snake_case form of an answer has a member. */
export function isInSnakeAlone(schema: z.core.$ZodType): boolean {
  return IN_SNAKE_ALONE.has(schema);
}

/** Returns the schema of a text, or null. */
export const text = (description?: string) => {
  const schema = z.string().nullable();
  return description === undefined ? schema : schema.meta({ description });
};
