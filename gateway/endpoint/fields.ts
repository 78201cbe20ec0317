/** Checks the text fields of a form or query by a schema: accepts both spellings, returns a canonical object. */

import { z } from 'zod';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { truncate } from '../../src/text/truncate.ts';
import { type ContractInput, type InputValues, readTexts } from '../contract/contract-input.ts';
import { aboutMember, type Member } from '../contract/members.ts';
import { snakeName, wireName } from '../contract/wire-case.ts';

/** Members of a request: a schema, or those that the contract describes. */
export type InputSchema = z.ZodObject | ContractInput;

/** Returns whether the contract describes the members. */
export function isContract(schema: InputSchema): schema is ContractInput {
  return 'members' in schema;
}

/** Returns the canonical names of the members. */
export function namesOf(schema: InputSchema): readonly string[] {
  return isContract(schema) ? schema.members.map(({ name }) => name) : Object.keys(schema.shape);
}

/** Values that are read by a schema. */
export type InputOf<Schema extends InputSchema> = Schema extends z.ZodObject ? z.output<Schema> : InputValues;

/** Rules for the fields of one form or query. */
export interface FieldRules<Schema extends InputSchema> {
  /** Its members are the canonical camelCase names; every message completes "the field must …". */
  readonly schema: Schema;
  /** Published spelling, which messages use. */
  readonly spelling: WireCase;
  /** Noun for one of them in messages; absent: field. */
  readonly noun?: 'field' | 'path parameter' | 'query parameter';
  /** Maps further spellings of members of a JSON body to their canonical names. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Error codes of fields that have one of their own; the others get `invalid_field`. */
  readonly codes?: Readonly<Record<string, ErrorCode>>;
}

/**
 * Checks raw fields; an empty text counts as not sent unless the field is `neverEmpty`. @throws AppError of the first
 * invalid field
 */
export type FieldReader<Schema extends InputSchema> = (
  raw: Readonly<Record<string, unknown>>,
) => InputOf<Schema>;

/** Creates the reader; work that only depends on the rules is done once, not per request. */
export function fieldReader<Schema extends InputSchema>(rules: FieldRules<Schema>): FieldReader<Schema> {
  const names = namesOf(rules.schema);
  const canonical = new Map(
    names.flatMap((name) => [[name, name] as const, [snakeName(name), name] as const]),
  );
  return (raw) => {
    const values = canonicalValues(rules, canonical, raw);
    const { schema } = rules as FieldRules<InputSchema>;
    if (isContract(schema)) return contractValues(rules, schema, values) as InputOf<Schema>;
    const result = schema.safeParse(Object.fromEntries(values));
    if (result.success) return result.data as InputOf<Schema>;
    throw brokenField({ ...rules, schema }, values, result.error.issues[0]);
  };
}

function contractValues(
  { spelling, noun = 'field' }: Omit<FieldRules<InputSchema>, 'schema'>,
  input: ContractInput,
  values: ReadonlyMap<string, string>,
): InputValues {
  const missing = (member: Member) => {
    const shown = wireName(member.name, spelling);
    const message = `The ${noun} ${shown} is missing. ${aboutMember(member) ?? ''}`.trim();
    return new AppError('missing_field', message, { field: shown });
  };
  const wrong = ({ name, field }: Member, problem: string) => {
    const shown = wireName(name, spelling);
    const code = (field.rest?.code ?? 'invalid_field') as ErrorCode;
    return new AppError(code, `The ${noun} ${shown} ${problem}.`, { field: shown });
  };
  return readTexts(input, values, missing, wrong);
}

function brokenField(
  { schema, spelling, codes, noun = 'field' }: FieldRules<z.ZodObject>,
  values: ReadonlyMap<string, string>,
  issue: z.core.$ZodIssue | undefined,
): AppError {
  const name = String(issue?.path[0] ?? '');
  const shown = wireName(name, spelling);
  if (!values.has(name)) {
    const meaning = schema.shape[name]?.meta()?.description ?? '';
    return new AppError('missing_field', `The ${noun} ${shown} is missing. ${meaning}`.trim(), {
      field: shown,
    });
  }
  return new AppError(
    codes?.[name] ?? 'invalid_field',
    `The ${noun} ${shown} ${issue?.message ?? 'is not valid'}.`,
    { field: shown },
  );
}

function canonicalValues(
  rules: FieldRules<InputSchema>,
  canonical: ReadonlyMap<string, string>,
  raw: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const { schema, spelling, noun = 'field' } = rules;
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(raw)) {
    const name = canonical.get(key);
    if (name === undefined) throw unexpectedField(key, rules);
    const shown = wireName(name, spelling);
    // Proxies and filters before us may have read another one of them than we would.
    if (Array.isArray(value)) throw conflictingField(shown, noun, 'more than once');
    if (typeof value !== 'string') throw unreadableField(shown, noun);
    if (value === '' && !isNeverEmpty(schema, name)) continue;
    if (values.has(name) && values.get(name) !== value)
      throw conflictingField(shown, noun, 'in two spellings, with different values');
    values.set(name, value);
  }
  return values;
}

function isNeverEmpty(schema: InputSchema, name: string): boolean {
  if (!isContract(schema)) return NEVER_EMPTY.has(schema.shape[name]!);
  return schema.members.some((member) => member.name === name && member.field.rest?.neverEmpty);
}

function conflictingField(shown: string, noun: string, how: string): AppError {
  return new AppError('conflicting_fields', `The ${noun} ${shown} was sent ${how}. Send it once.`, {
    field: shown,
  });
}

/** Creates the error for a field without text: the form parser returns none for an unknown charset. */
function unreadableField(shown: string, noun: string): AppError {
  const message = `The ${noun} ${shown} is not readable text. Send it once, in UTF-8.`;
  return new AppError('invalid_field', message, { field: shown });
}

function unexpectedField(
  key: string,
  { schema, spelling, noun = 'field' }: FieldRules<InputSchema>,
): AppError {
  const shown = JSON.stringify(truncate(key, 65));
  const known = namesOf(schema)
    .map((name) => wireName(name, spelling))
    .join(', ');
  const rest = known === '' ? 'This endpoint has none.' : `The known ones are: ${known}.`;
  return new AppError('unexpected_field', `The ${noun} ${shown} is not known here. ${rest}`);
}

const NEVER_EMPTY = new WeakSet<z.core.$ZodType>();

/** Makes an empty text of this field an error instead of not sent, where the default would surprise the caller. */
export function neverEmpty<Field extends z.ZodType>(field: Field): Field {
  NEVER_EMPTY.add(field);
  return field;
}

/** Creates a text field of at most `charactersMax` characters, without NUL, which databases reject. */
export function textField(charactersMax: number, description: string, charactersMin = 0): z.ZodString {
  return z
    .string()
    .refine((text) => text.length >= charactersMin, {
      error: `must have at least ${charactersMin} character${charactersMin === 1 ? '' : 's'}`,
    })
    .refine((text) => text.length <= charactersMax || [...text].length <= charactersMax, {
      error: `must have at most ${charactersMax} characters`,
    })
    .refine((text) => !text.includes('\0'), { error: 'must not have a NUL character' })
    .meta({
      description,
      maxLength: charactersMax,
      ...(charactersMin === 0 ? {} : { minLength: charactersMin }),
    });
}

/** Creates a field with a closed set of values. */
export function choiceField<const Values extends readonly string[]>(values: Values, description: string) {
  return z.enum(values, { error: `must be one of: ${values.join(', ')}` }).meta({ description });
}

/**
 * Creates a field with the texts `true` and `false`. Forms and queries have only texts; the OpenAPI document declares
 * a boolean, so that generated clients accept one.
 */
export function booleanField(description: string) {
  return choiceField(['true', 'false'], description).meta({ description, type: 'boolean', enum: undefined });
}

/** Creates an integer field with inclusive bounds. */
export function integerField(least: number, most: number, description: string) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .int({ error })
    .min(least, { error })
    .max(most, { error })
    .meta({ description });
}

/** Creates a field for a UUID of any version. */
export const uuid = () =>
  z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { error: 'must be a UUID' })
    .meta({ format: 'uuid', pattern: undefined });
