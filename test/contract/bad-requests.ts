/** Requests with one bad value each, made from the tables of the contract alone. */

import { snakeName } from '../../gateway/contract/wire-case.ts';
import type { FieldFacts, MessageName } from '../../src/contract/messages/facts.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { METHODS } from '../../src/gen/contract/methods.ts';

/** Request with one bad value. */
export interface BadRequest {
  /** Path of the field, and a short form of its value. */
  readonly title: string;
  readonly request: Readonly<Record<string, unknown>>;
}

type Values = Record<string, unknown>;

/** Time that any field takes. */
export const GOOD_TIME = new Date('2027-03-02T09:41:07Z');
/** Id of nothing. */
export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const BAD_TEXTS: Readonly<Record<string, string>> = {
  unknown: '?',
  blank: ' ',
  long: 'x'.repeat(5000),
  control: 'a\u0001b',
  nul: 'a\0b',
};
const BAD_NUMBERS: Readonly<Record<string, number>> = { zero: 0, negative: -1, large: 1_000_000 };
const BAD_TIMES: Readonly<Record<string, Date>> = {
  early: new Date('0001-01-01T00:00:00Z'),
  late: new Date(Date.UTC(9999, 11, 31)),
};

/** Yields the requests of a method; `base` has the values that it needs. */
export function* badRequests(path: string, base: Values = {}): Generator<BadRequest> {
  const { request } = METHODS[path]!;
  yield { title: 'empty', request: unset(request) };
  const { fields } = MESSAGES[request]!;
  const mask = fields.find(({ type }) => type === 'mask')?.name;
  for (const field of fields) {
    const inner = MESSAGES[field.type as MessageName];
    if (inner === undefined || field.many) {
      yield* badValues(
        field,
        (value) => change(request, { ...base, [field.name]: value }, mask, field),
        field.name,
      );
      continue;
    }
    for (const member of inner.fields) {
      const owner = (value: unknown) => {
        const nested = {
          ...unset(field.type as MessageName),
          ...(base[field.name] as Values),
          [member.name]: value,
        };
        return change(request, { ...base, [field.name]: nested }, mask, member);
      };
      yield* badValues(member, owner, `${field.name}.${member.name}`);
    }
  }
}

function change(request: MessageName, values: Values, mask: string | undefined, field: FieldFacts): Values {
  return {
    ...unset(request),
    ...values,
    ...(mask === undefined || mask === field.name ? {} : { [mask]: [snakeName(field.name)] }),
  };
}

function* badValues(
  { type, many, rest }: FieldFacts,
  requestOf: (value: unknown) => Values,
  path: string,
): Generator<BadRequest> {
  if (rest?.outputOnly || rest?.hidden) return;
  for (const [title, value] of Object.entries(valuesOf(type))) {
    if (many === 'list') yield { title: `${path}[] ${title}`, request: requestOf([value]) };
    else if (many === 'map') yield { title: `${path}{} ${title}`, request: requestOf({ sub: value }) };
    else yield { title: `${path} ${title}`, request: requestOf(value) };
  }
  if (many === 'list' && type === 'text')
    yield { title: `${path} many`, request: requestOf(Array.from({ length: 200 }, (_item, at) => `x${at}`)) };
  if (many === 'map') yield { title: `${path} key`, request: requestOf({ ['k'.repeat(200)]: 'v' }) };
}

function valuesOf(type: FieldFacts['type']): Readonly<Record<string, unknown>> {
  if (type === 'text') return BAD_TEXTS;
  if (type === 'time') return BAD_TIMES;
  if (type === 'mask') return { none: undefined, unknown: ['?'] };
  return type === 'int32' || type === 'int64' ? BAD_NUMBERS : {};
}

function unset(message: MessageName): Values {
  return Object.fromEntries(MESSAGES[message]!.fields.map((field) => [field.name, unsetField(field)]));
}

function unsetField({ type, many, hasPresence }: FieldFacts): unknown {
  if (many === 'list') return [];
  if (many === 'map') return {};
  if (hasPresence) return undefined;
  return { text: '', bool: false, int32: 0, int64: 0, double: 0, bytes: Buffer.alloc(0) }[type as 'text'];
}
