/** Checks the members of a JSON body by a schema: accepts both spellings, returns a canonical object. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { FieldFacts } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import { truncate } from '../../src/text/truncate.ts';
import { readJsonMembers } from '../contract/contract-input.ts';
import { objectMessage, requestMembers } from '../contract/members.ts';
import { snakeName, wireName } from '../contract/wire-case.ts';
import { type FieldRules, type InputOf, type InputSchema, isContract } from './fields.ts';

/** Checks a parsed body. @throws AppError of the first invalid member */
export function readMembers<Schema extends InputSchema>(
  rules: FieldRules<Schema>,
  raw: Readonly<Record<string, unknown>>,
): InputOf<Schema> {
  const { schema, spelling, aliases, codes } = rules as FieldRules<InputSchema>;
  if (isContract(schema)) {
    const fields = new Map(schema.members.map(({ name, field }) => [name, field]));
    const value = canonicalMembers([...fields.keys()], raw, [], spelling, aliases, (name, member) =>
      canonicalInner(fields.get(name)!, member),
    );
    return readJsonMembers(schema, value, (name) => wireName(name, spelling)) as InputOf<Schema>;
  }
  const value = canonical(schema, raw, [], spelling, aliases);
  const result = schema.safeParse(value, { error: describe });
  if (result.success) return result.data as InputOf<Schema>;
  const [issue] = result.error.issues as [z.core.$ZodIssue];
  const path = issue.path as readonly Step[];
  const shown = showPath(path, spelling);
  if (valueAt(value, path) === undefined) {
    throw new AppError('missing_field', `The field ${shown} is missing.`, { field: shown });
  }
  const code = codes?.[String(path[0] ?? '')] ?? 'invalid_field';
  throw new AppError(code, `The field ${shown} ${issue.message}.`, { field: shown });
}

type Step = string | number;

/** Returns the value with camelCase names wherever the schema names members; rejects unknown members. */
function canonical(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly Step[],
  spelling: WireCase,
  aliases: Readonly<Record<string, string>> = {},
): unknown {
  const plain = unwrap(schema);
  if (plain instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item, index) => canonical(plain.element, item, [...path, index], spelling));
  }
  if (!(plain instanceof z.ZodObject) || !isRecord(value)) return value;
  const shape: Readonly<Record<string, z.core.$ZodType>> = plain.shape;
  return canonicalMembers(Object.keys(shape), value, path, spelling, aliases, (name, member) =>
    canonical(shape[name] as z.core.$ZodType, member, [...path, name], spelling),
  );
}

/**
 * Returns the value of a member with camelCase names in inner objects too. Unknown names, and names in two spellings,
 * stay: the check of the value rejects them.
 */
function canonicalInner(field: FieldFacts, value: unknown): unknown {
  const message = objectMessage(field);
  if (message === undefined || field.many === 'map') return value;
  if (Array.isArray(value)) return value.map((item) => canonicalInner(field, item));
  if (!isRecord(value)) return value;
  const members = requestMembers(message);
  const renamed = Object.entries(value).map(([key, inner]) => {
    const isOf = (name: string) => name === key || (snakeName(name) === key && !Object.hasOwn(value, name));
    const member = members.find(({ name }) => isOf(name));
    return member === undefined ? [key, inner] : [member.name, canonicalInner(member.field, inner)];
  });
  return Object.fromEntries(renamed);
}

function canonicalMembers(
  names: readonly string[],
  value: Readonly<Record<string, unknown>>,
  path: readonly Step[],
  spelling: WireCase,
  aliases: Readonly<Record<string, string>> = {},
  convert: (name: string, member: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const known = new Map([
    ...names.flatMap((name) => [[name, name] as const, [snakeName(name), name] as const]),
    ...Object.entries(aliases),
  ]);
  const members = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    const name = known.get(key);
    if (name === undefined) throw unexpected([...path, key], names, spelling);
    const inner = convert(name, member);
    if (members.has(name) && !isDeepStrictEqual(members.get(name), inner)) {
      const shown = showPath([...path, name], spelling);
      throw new AppError(
        'conflicting_fields',
        `The field ${shown} was sent in two spellings, with different values. Send it once.`,
        { field: shown },
      );
    }
    members.set(name, inner);
  }
  return Object.fromEntries(members);
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return unwrap(schema.unwrap());
  }
  return schema;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Completes "the field …" for schemas without a message of their own. */
function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected as string] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of: ${(issue.values as readonly unknown[]).join(', ')}`;
    case 'too_big':
      return `must ${AMOUNTS[issue.origin as string] ?? 'be'} at most ${amount(issue.maximum, issue.origin as string)}`;
    case 'too_small':
      return `must ${AMOUNTS[issue.origin as string] ?? 'be'} at least ${amount(issue.minimum, issue.origin as string)}`;
    case 'invalid_format':
      return `must be a valid ${issue.format}`;
    default:
      return 'is not valid';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const AMOUNTS: Readonly<Record<string, string>> = { string: 'have', array: 'have', set: 'have' };

const UNITS: Readonly<Record<string, string>> = { string: ' character', array: ' item' };

function amount(limit: unknown, origin: string): string {
  const count = formatNumber(Number(limit));
  const unit = UNITS[origin] ?? '';
  return unit === '' || count === '1' ? `${count}${unit}` : `${count}${unit}s`;
}

function valueAt(value: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<Step, unknown> | undefined)?.[step], value);
}

function showPath(path: readonly Step[], spelling: WireCase): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${wireName(step, spelling)}`))
    .join('')
    .replace(/^\./, '');
}

function unexpected(path: readonly Step[], names: readonly string[], spelling: WireCase): AppError {
  const key = String(path.at(-1));
  const shown = JSON.stringify(truncate(key, 65));
  const place = path.length > 1 ? ` in ${showPath(path.slice(0, -1), spelling)}` : '';
  const known = names.map((name) => wireName(name, spelling)).join(', ');
  const rest = known === '' ? 'There are none.' : `The known ones are: ${known}.`;
  return new AppError('unexpected_field', `The field ${shown} is not known here${place}. ${rest}`);
}
