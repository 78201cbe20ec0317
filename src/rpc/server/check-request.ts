/** Checks the values of requests by the limits of the contract, before their method runs. */

import {
  type FieldsOf,
  NO_CONTROL,
  problemOf,
  type ValueProblem,
} from '../../contract/messages/check-message.ts';
import type { FieldFacts, MessageName } from '../../contract/messages/facts.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { MESSAGES } from '../../gen/contract/messages.ts';
import { METHODS } from '../../gen/contract/methods.ts';

/** Field of a request, or of a message in it. */
interface CheckedField {
  /** Field of the request that the message with `field` is the value of; absent: `field` is one of the request. */
  readonly owner?: string;
  readonly field: FieldFacts;
  /** Name in masks and messages. */
  readonly shown: string;
}

/** Fields that every method looks up, besides UUIDs. */
const LOOKED_UP: ReadonlySet<string> = new Set(['id', 'cursor', 'platform']);

/** Years that both JavaScript and Postgres can hold. */
const YEARS = { first: 1970, last: 9999 };

const FIELDS = new Map<string, readonly CheckedField[]>();

type Values = Readonly<Record<string, unknown>>;

/**
 * Checks the values that a request of a method has; methods check by themselves whether they have enough.
 * @throws AppError of the first wrong value
 */
export function checkRequest(path: string, request: object): void {
  const method = METHODS[path];
  if (method === undefined) return;
  const mask = MESSAGES[method.request]!.fields.find(({ type }) => type === 'mask');
  const changed = mask && ((request as Values)[mask.name] as readonly string[] | undefined);
  for (const { owner, field, shown } of fieldsOf(path, method.request)) {
    if (mask !== undefined && !changed?.includes(shown)) continue;
    const values = owner === undefined ? request : (request as Values)[owner];
    const value = trimmed(field, (values as Values | undefined)?.[field.name]);
    const found = isSent(field, value, mask !== undefined) ? problemOfSent(field, value) : null;
    if (found === null) continue;
    const place = `${shown}${found.path}`;
    const code = (field.rest?.code ?? 'invalid_field') as ErrorCode;
    throw new AppError(code, `The field ${place} ${found.problem}.`, { field: place });
  }
}

/** Returns the fields that are checked, which are collected once. */
function fieldsOf(path: string, request: MessageName): readonly CheckedField[] {
  const known = FIELDS.get(path);
  if (known !== undefined) return known;
  const fields = MESSAGES[request]!.fields.flatMap((field): readonly CheckedField[] => {
    const inner = field.many === undefined ? MESSAGES[field.type as MessageName] : undefined;
    return inner === undefined
      ? [checkedField(field)]
      : inner.fields.map((member) => ({ owner: field.name, ...checkedField(member) }));
  });
  const checked = fields.filter(({ field }) => isLimited(field) && !isLookedUp(field));
  FIELDS.set(path, checked);
  return checked;
}

function checkedField(field: FieldFacts): CheckedField {
  return { field, shown: field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) };
}

function isLimited({ type, limits, minItems, maxItems, rest }: FieldFacts): boolean {
  if (rest?.outputOnly || rest?.hidden) return false;
  return type === 'time' || limits !== undefined || (minItems ?? maxItems) !== undefined;
}

/** Returns whether a method looks the value up, and so has an error of its own for a wrong one. */
function isLookedUp({ name, isRequired, limits }: FieldFacts): boolean {
  return LOOKED_UP.has(name) || (isRequired === true && limits?.format === 'uuid');
}

/** Returns a value as methods read it: they trim required texts and addresses, and keep others as they are. */
function trimmed({ isRequired, limits = {}, rest }: FieldFacts, value: unknown): unknown {
  const { values, pattern, format } = limits;
  const isText = values === undefined && pattern === undefined && rest?.anyCharacter !== true;
  const isTrimmed = isText && (isRequired === true || format === 'email');
  return isTrimmed && typeof value === 'string' ? value.trim() : value;
}

/** Returns whether a value counts as sent. In a change, 0 returns the field to its default. */
function isSent({ hasPresence }: FieldFacts, value: unknown, isChange: boolean): boolean {
  if (value === undefined || value === '') return false;
  if (value === 0) return hasPresence === true && !isChange;
  return !Array.isArray(value) || value.length > 0;
}

function problemOfSent(field: FieldFacts, value: unknown): ValueProblem | null {
  const problem = value instanceof Date ? timeProblem(value) : controlProblem(field, value);
  return problem === null ? problemOf(field, value, fieldsOfType) : { path: '', problem };
}

const fieldsOfType: FieldsOf = (type) => MESSAGES[type as MessageName]?.fields ?? [];

function timeProblem(time: Date): string | null {
  const year = time.getUTCFullYear();
  const isHeld = year >= YEARS.first && year <= YEARS.last;
  return isHeld ? null : `must be a time between the years ${YEARS.first} and ${YEARS.last}`;
}

const CONTROL = /\p{Cc}/u;

function controlProblem({ limits, rest }: FieldFacts, value: unknown): string | null {
  if (rest?.anyCharacter || limits?.maxLength === undefined) return null;
  // Methods trim the elements of lists and maps.
  const texts =
    typeof value === 'object' ? Object.values(value as object).map((text) => String(text).trim()) : [value];
  const hasControl = texts.some((text) => CONTROL.test(String(text)));
  return hasControl ? NO_CONTROL : null;
}
