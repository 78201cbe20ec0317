/** Checks single values of requests by the limits of the contract. Each problem ends the sentence "The field …". */
import { formatNumber } from '../../text/format.ts';
import { truncate } from '../../text/truncate.ts';
import { EMAIL_FORM, isEmail } from '../member.ts';
import type { FieldFacts, FieldType, ValueLimits } from './facts.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const CONTROL = /\p{Cc}/u;

/** Problem of a text with control characters. */
export const NO_CONTROL = 'must not have control characters';

/** Longest name in a map that a message shows, in characters. */
const KEY_MAX = 80;

/** Fault of a value, or of one of its elements. */
export interface ValueProblem {
  /** End of the sentence. */
  readonly problem: string;
  /** Place in the value, such as `[2]` or `.ref`; empty: the value itself. */
  readonly path: string;
}

/** Returns the fields of a message; of a type that is none, nothing. */
export type FieldsOf = (type: FieldType) => readonly FieldFacts[];

/** Returns what is wrong with the value of a field; null: nothing. A list or map is checked with its elements. */
export function problemOf(
  field: FieldFacts,
  value: unknown,
  fieldsOf: FieldsOf = () => [],
): ValueProblem | null {
  if (field.many === undefined) return problemAt('', valueProblem(field, value));
  const isList = field.many === 'list';
  for (const [key, element] of Object.entries(value as object)) {
    const wrong = isList ? null : keyProblem(field, key);
    const place = isList ? `[${key}]` : `.${truncate(key, KEY_MAX)}`;
    const found =
      problemAt(place, wrong ?? valueProblem(field, element)) ??
      problemInMessage(fieldsOf(field.type), element, place);
    if (found !== null) return found;
  }
  return isList ? problemAt('', lengthProblem(field, (value as readonly unknown[]).length)) : null;
}

/** Returns the first problem of the fields of a message in a list; null: none, or the elements are no messages. */
function problemInMessage(
  fields: readonly FieldFacts[],
  element: unknown,
  place: string,
): ValueProblem | null {
  for (const field of fields) {
    const value = (element as Readonly<Record<string, unknown>>)[field.name];
    const path = `${place}.${field.name}`;
    if (value === undefined || value === null || value === '') {
      if (field.isRequired) return { path, problem: 'is missing' };
    } else {
      const problem = valueProblem(field, value) ?? (CONTROL.test(String(value)) ? NO_CONTROL : null);
      if (problem !== null) return { path, problem };
    }
  }
  return null;
}

function problemAt(path: string, problem: string | null): ValueProblem | null {
  return problem === null ? null : { path, problem };
}

function keyProblem({ keys = {} }: FieldFacts, key: string): string | null {
  return textProblem(keys, key) === null ? null : 'is not valid';
}

function lengthProblem({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: FieldFacts, length: number) {
  if (length < minItems) return `must have at least ${items(minItems)}`;
  return length > maxItems ? `must have at most ${items(maxItems)}` : null;
}

function items(count: number): string {
  return `${formatNumber(count)} item${count === 1 ? '' : 's'}`;
}

function valueProblem({ limits = {}, rest }: FieldFacts, value: unknown): string | null {
  if (typeof value === 'string') return textProblem(limits, value, rest?.must);
  return typeof value === 'number' ? numberProblem(limits, value) : null;
}

function textProblem(limits: ValueLimits, text: string, must = 'be valid'): string | null {
  const { values, minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, pattern } = limits;
  if (values !== undefined) return values.includes(text) ? null : `must be one of: ${values.join(', ')}`;
  if (format === 'uuid') return UUID.test(text) ? null : 'must be a UUID';
  if (text.length < minLength)
    return `must have at least ${minLength} character${minLength === 1 ? '' : 's'}`;
  if (text.length > maxLength && [...text].length > maxLength)
    return `must have at most ${maxLength} characters`;
  // Databases reject it.
  if (text.includes('\0')) return 'must not have a NUL character';
  if (format === 'email' && !isEmail(text.trim())) return `must be ${EMAIL_FORM}`;
  return pattern === undefined || new RegExp(pattern).test(text) ? null : `must ${must}`;
}

function numberProblem({ min, max }: ValueLimits, value: number): string | null {
  if (max !== undefined && value > max) return `must be at most ${formatNumber(max)}`;
  return min !== undefined && value < min ? `must be at least ${formatNumber(min)}` : null;
}
