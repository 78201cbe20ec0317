/** The kinds of members that answers have: each says how it is presented and how the OpenAPI document writes it. */
import { z } from 'zod';

/** A UUID of any version. */
export const uuid = () =>
  z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { error: 'must be a UUID' })
    .meta({ format: 'uuid', pattern: undefined });

/** A 32-bit integer. */
export const int32 = () => z.int32().meta({ format: 'int32', minimum: undefined, maximum: undefined });

/** A count or a 64-bit integer, on the wire a JSON number. */
export const int64 = () => z.int().meta({ format: 'int64', minimum: undefined, maximum: undefined });

/** A line in a file. The core says 0 when it knows none; being under the minimum, that is presented as null. */
export const lineNumber = () => z.int32().min(1).nullable().meta({ maximum: undefined });

/** A point in time, ISO 8601 in UTC. */
export const instant = () => z.iso.datetime().meta({ pattern: undefined });

/** The name of a platform, or null when there is none. */
export const platform = () =>
  text(
    "The platform: `platform_1` to `platform_4`, or its vendor's name such as `uipath`; the installation decides which, requests may use both.",
  );

/** A text, or null when there is none. */
export const text = (description?: string) => {
  const schema = z.string().nullable();
  return description === undefined ? schema : schema.meta({ description });
};
