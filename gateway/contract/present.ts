/** Converts messages of the core to JSON with exactly the members of their contract, in either spelling. */
import type { FieldFacts, MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { answerMembers, isMessage, listField, type Member } from './members.ts';
import { wireName } from './wire-case.ts';

/** Converts a message to the value for `JSON.stringify`. */
export type Presenter = (message: unknown) => unknown;

/** Member of presented objects. */
export interface PresentedMember {
  readonly wire: string;
  readonly field: FieldFacts;
  readonly present: Presenter;
  /** Presents one element, if the member is a list. */
  readonly presentElement: Presenter;
  /** Returns the value in a message. */
  readonly read: (message: Source) => unknown;
}

type Source = Readonly<Record<string, unknown>>;

/** Creates the presenter of a message, whose members are collected once, not per answer. */
export function presenter(message: MessageName, wireCase: WireCase): Presenter {
  const members = presentedMembers(message, wireCase);
  return (value) => {
    // In proto3, an absent message means its defaults.
    const source = (value ?? {}) as Source;
    const target: Record<string, unknown> = {};
    for (const { wire, field, present, read } of members) {
      const inner = read(source);
      if (!field.rest?.snakeAlone || inner !== undefined) target[wire] = present(inner);
    }
    return target;
  };
}

/** Returns the members of an answer in their order, each with its presenter. */
export function presentedMembers(message: MessageName, wireCase: WireCase): readonly PresentedMember[] {
  return answerMembers(message)
    .filter(({ field }) => wireCase === 'snake' || !field.rest?.snakeAlone)
    .map((member) => {
      const { name, field } = member;
      const presentElement = elementPresenter(field, wireCase);
      const present = presenterOf(field, presentElement);
      return { wire: wireName(name, wireCase), field, present, presentElement, read: readerOf(member) };
    });
}

function readerOf({ field: { name }, steps }: Member): (message: Source) => unknown {
  if (steps.length === 0) return (message) => message[name];
  return (message) => {
    const owner = steps.reduce<Source>((value, step) => (value[step] ?? {}) as Source, message);
    return owner[name];
  };
}

function presenterOf(field: FieldFacts, present: Presenter): Presenter {
  if (field.many === 'list') return (list) => ((list ?? []) as readonly unknown[]).map(present);
  if (field.many === 'map') return mapPresenter(present);
  if (!field.isNullable) return present;
  const least = field.rest?.nullBelow ?? field.limits?.min ?? Number.NEGATIVE_INFINITY;
  const isNumber = NUMBERS.has(field.type);
  // proto3 has no null: an empty text or a number below the minimum stands for it.
  return (value) => {
    if (value === undefined || value === null || value === '') return null;
    return isNumber && (value as number) < least ? null : present(value);
  };
}

const NUMBERS: ReadonlySet<string> = new Set(['int32', 'int64', 'double']);

function elementPresenter(field: FieldFacts, wireCase: WireCase): Presenter {
  const { type, rest } = field;
  if (rest?.json !== undefined) return parsedJson;
  const inner = listField(type);
  if (inner !== undefined) return (value) => (value as Source)[inner.name];
  if (isMessage(type)) return presenter(type, wireCase);
  if (NUMBERS.has(type)) return (value) => value ?? 0;
  if (type === 'bool') return (value) => value ?? false;
  return presentValue;
}

function mapPresenter(present: Presenter): Presenter {
  return (map) =>
    Object.fromEntries(Object.entries((map ?? {}) as Source).map(([key, value]) => [key, present(value)]));
}

/** Parses a value that gRPC transports as JSON text. */
function parsedJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : presentValue(value);
}

function presentValue(value: unknown): unknown {
  if (value === undefined) throw new Error('The core left out a value that every answer has');
  return value instanceof Date ? value.toISOString() : value;
}
