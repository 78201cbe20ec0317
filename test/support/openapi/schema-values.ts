/** Arbitrary values for a JSON Schema, as far as our documents use it: fitting ones, and hostile ones. */
import fc, { type Arbitrary } from 'fast-check';
import type { SchemaObject } from 'openapi3-ts/oas31';

/** Texts that have broken programs. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    "'; drop table validations; --",
    '%00',
    '{"$ne":null}',
    '-1',
    '1e400',
    'null',
    'true',
    'NaN',
    '\ud83d\ude00'.repeat(300),
    'x'.repeat(5_000),
    '\u202e\u2066',
    '=cmd()',
    '[object Object]',
  ),
);

/** Any JSON value, with the names that have broken programs among its members. */
export const hostileJson: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  hostileText,
  fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4, noNullPrototype: true }),
);

/** Values that fit a schema. */
export function fitting(schema: SchemaObject): Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return fc.oneof(...union.map((choice) => fitting(choice as SchemaObject)));
  const [first = 'object', ...others] = [schema.type ?? []].flat();
  const type = first === 'null' ? (others[0] ?? 'null') : first;
  const value = ofType(type, schema);
  return [schema.type].flat().includes('null') ? fc.option(value, { nil: null }) : value;
}

function ofType(type: string, schema: SchemaObject): Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as SchemaObject), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'null':
      return fc.constant(null);
    default:
      return objectOf(schema);
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: SchemaObject): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') {
    const range = { min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString());
  }
  if (format === 'uri') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, 60) });
}

function objectOf({ properties = {}, required = [] }: SchemaObject): Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, member]) => [name, fitting(member as SchemaObject)]);
  return fc.record(Object.fromEntries(members) as Record<string, Arbitrary<unknown>>, {
    requiredKeys: required,
    noNullPrototype: true,
  });
}
