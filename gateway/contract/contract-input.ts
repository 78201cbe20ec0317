/** Members of a request that the contract describes: of its path, its query or its body. */

import { type FieldsOf, problemOf, type ValueProblem } from '../../src/contract/messages/check-message.ts';
import type { FieldFacts, MessageName } from '../../src/contract/messages/facts.ts';
import { parseIsoTime } from '../../src/contract/messages/iso-time.ts';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { truncate } from '../../src/text/truncate.ts';
import { isMessage, type Member, requestMembers } from './members.ts';

/** Members of a request, with what the place of the request demands. */
export interface ContractInput {
  readonly members: readonly Member[];
  /** True if members may be missing, as in a change. */
  readonly isChange?: boolean;
}

/** Values by the names of their members; undefined: not sent, null: sent as null. */
export type InputValues = Readonly<Record<string, unknown>>;

/** Names a member in messages, as callers spell it. */
export type ShowName = (name: string) => string;

/** Reads members that arrive as texts. @throws AppError of the first wrong or missing one */
export function readTexts(
  { members }: ContractInput,
  texts: ReadonlyMap<string, string>,
  missing: (member: Member) => AppError,
  wrong: (member: Member, problem: string) => AppError,
): InputValues {
  const values: Record<string, unknown> = {};
  for (const member of members) {
    const text = texts.get(member.name);
    if (text === undefined) {
      if (member.field.isRequired) throw missing(member);
      continue;
    }
    const { problem, value } = readText(member.field, text);
    if (problem !== null) throw wrong(member, problem);
    values[member.name] = value;
  }
  return values;
}

/** Value that was read, and what is wrong with it. */
interface Read {
  readonly value: unknown;
  readonly problem: string | null;
}

const INTEGER = /^\d{1,10}$/;

function readText(field: FieldFacts, text: string): Read {
  switch (field.type) {
    case 'int32': {
      const { min = 0, max = 2 ** 31 - 1 } = field.limits ?? {};
      const value = INTEGER.test(text) ? Number(text) : Number.NaN;
      const isInRange = value >= min && value <= max;
      return { value, problem: isInRange ? null : `must be a whole number from ${min} to ${max}` };
    }
    case 'bool':
      return {
        value: text === 'true',
        problem: BOOLEANS.includes(text) ? null : 'must be one of: true, false',
      };
    case 'time':
      return readTime(field, text);
    default:
      return { value: text, problem: problemOf(field, text)?.problem ?? null };
  }
}

const BOOLEANS: readonly string[] = ['true', 'false'];

function readTime({ rest }: FieldFacts, value: unknown): Read {
  const time = typeof value === 'string' ? parseIsoTime(value) : null;
  const must = rest?.must ?? 'be a time in ISO 8601, such as 2026-03-02T09:41:07Z';
  return { value: time, problem: time === null ? `must ${must}` : null };
}

/** Reads members of a JSON object, whose names are canonical. @throws AppError of the first wrong or missing one */
export function readJsonMembers(
  { members, isChange = false }: ContractInput,
  source: InputValues,
  showName: ShowName,
): InputValues {
  const values: Record<string, unknown> = {};
  for (const { name, field } of members) {
    const value = source[name] ?? (source[name] === null ? null : defaultOf(field));
    if (value === undefined) {
      if (field.isRequired && !isChange) {
        const shown = showName(name);
        throw new AppError('missing_field', `The field ${shown} is missing.`, { field: shown });
      }
      continue;
    }
    const { problem, path = '', read } = readJson(field, value);
    if (problem !== null) {
      const shown = `${showName(name)}${path}`;
      const code = (field.rest?.code ?? 'invalid_field') as ErrorCode;
      throw new AppError(code, `The field ${shown} ${problem}.`, { field: shown });
    }
    values[name] = read;
  }
  return values;
}

function defaultOf({ rest }: FieldFacts): unknown {
  return rest?.default === undefined ? undefined : JSON.parse(rest.default);
}

/** JSON value that was read; `path`: the element that is wrong. */
interface ReadJson {
  readonly read: unknown;
  readonly problem: string | null;
  readonly path?: string;
}

function readJson(field: FieldFacts, value: unknown): ReadJson {
  if (value === null && field.isClearable) return { read: null, problem: null };
  if (field.type === 'time') {
    const { value: read, problem } = readTime(field, value);
    return { read, problem };
  }
  const type = typeProblem(field, value);
  if (type !== null) return { read: value, problem: type };
  return {
    read: readElements(field, value),
    problem: null,
    ...(wrongElementType(field, value) ?? problemOf(field, value, fieldsOfType)),
  };
}

/** Returns the value with the messages of a list as calls take them: null is an absent member. */
function readElements({ type, many }: FieldFacts, value: unknown): unknown {
  if (many !== 'list' || !isMessage(type)) return value;
  return (value as readonly unknown[]).map((element) =>
    isObject(element)
      ? Object.fromEntries(Object.entries(element as object).filter(([, member]) => member !== null))
      : element,
  );
}

const fieldsOfType: FieldsOf = (type) => MESSAGES[type as MessageName]?.fields ?? [];

/** Returns the first element of a list, or value of a map, whose type is wrong. */
function wrongElementType({ many, ...field }: FieldFacts, value: unknown): ValueProblem | null {
  if (many === undefined) return null;
  for (const [key, element] of Object.entries(value as object)) {
    const problem = typeProblem(field, element);
    const place = many === 'list' ? `[${key}]` : `.${key}`;
    if (problem !== null) return { problem, path: place };
    const inner = isMessage(field.type) ? wrongMember(field.type, element as InputValues) : null;
    if (inner !== null) return { problem: inner.problem, path: `${place}.${inner.path}` };
  }
  return null;
}

/** Returns the first member of a message in a list that is unknown, or whose type is wrong. */
function wrongMember(message: MessageName, value: InputValues): ValueProblem | null {
  const members = requestMembers(message);
  for (const [path, inner] of Object.entries(value)) {
    const member = members.find(({ name }) => name === path);
    if (member === undefined) {
      const known = members.map(({ name }) => name).join(', ');
      return {
        path: truncate(path, MEMBER_NAME_MAX),
        problem: `is not known here; the known ones are ${known}`,
      };
    }
    const problem = inner === null && member.field.isClearable ? null : typeProblem(member.field, inner);
    if (problem !== null) return { path, problem };
  }
  return null;
}

/** Longest name of an unknown member that a message shows, in characters. */
const MEMBER_NAME_MAX = 65;

/** Returns how the type of a JSON value differs from that of a field. */
function typeProblem({ type, many, limits }: FieldFacts, value: unknown): string | null {
  if (many === 'list') return Array.isArray(value) ? null : 'must be a list';
  if (many === 'map') return isObject(value) ? null : 'must be an object';
  if (isMessage(type)) return isObject(value) ? null : 'must be an object';
  switch (type) {
    case 'text':
      if (typeof value === 'string') return null;
      return limits?.values === undefined ? 'must be a text' : `must be one of: ${limits.values.join(', ')}`;
    case 'bool':
      return typeof value === 'boolean' ? null : 'must be true or false';
    default:
      if (typeof value !== 'number') return 'must be a number';
      return Number.isInteger(value) ? null : 'must be a whole number';
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
