/** Converts messages of the core to JSON with exactly the members of a schema, in either spelling. */
import { z } from 'zod';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { isInSnakeAlone } from './answer-members.ts';
import { wireName } from './wire-case.ts';

/** Converts a message to the value for `JSON.stringify`. */
export type Presenter = (message: unknown) => unknown;

/** Creates the presenter of a schema, which is walked once, not per answer. */
export function presenter(schema: z.core.$ZodType, wireCase: WireCase): Presenter {
  if (schema instanceof z.ZodObject) return objectPresenter(schema, wireCase);
  if (schema instanceof z.ZodNullable) return nullablePresenter(schema.unwrap(), wireCase);
  if (schema instanceof z.ZodArray) {
    const present = presenter(schema.element, wireCase);
    return (list) => ((list ?? []) as readonly unknown[]).map(present);
  }
  if (schema instanceof z.ZodNumber) return (value) => value ?? 0;
  if (schema instanceof z.ZodBoolean) return (value) => value ?? false;
  return presentValue;
}

function objectPresenter(schema: z.ZodObject, wireCase: WireCase): Presenter {
  const members = Object.entries(schema.shape)
    .filter(([, member]) => wireCase === 'snake' || !isInSnakeAlone(member))
    .map(
      ([name, member]) =>
        [name, wireName(name, wireCase), presenter(member, wireCase), isInSnakeAlone(member)] as const,
    );
  return (message) => {
    // In proto3, an absent message means its defaults.
    const source = (message ?? {}) as Readonly<Record<string, unknown>>;
    const target: Record<string, unknown> = {};
    for (const [name, wire, present, isOptional] of members)
      if (!isOptional || source[name] !== undefined) target[wire] = present(source[name]);
    return target;
  };
}

/** Creates a presenter with null, which proto3 lacks: an empty text or a number below the minimum stands for it. */
function nullablePresenter(schema: z.core.$ZodType, wireCase: WireCase): Presenter {
  const present = presenter(schema, wireCase);
  if (schema instanceof z.ZodArray) return present;
  const least = schema instanceof z.ZodNumber ? (schema.minValue ?? Number.NEGATIVE_INFINITY) : null;
  return (value) => {
    if (value === undefined || value === null || value === '') return null;
    return least !== null && (value as number) < least ? null : present(value);
  };
}

function presentValue(value: unknown): unknown {
  if (value === undefined) throw new Error('The core left out a value that every answer has');
  return value instanceof Date ? value.toISOString() : value;
}
