/** Writes a message as JSON in pieces, list by list, so that it is never in memory as a whole. */
import { z } from 'zod';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { breakMarkers } from '../../src/text/log-commands.ts';
import { type Presenter, presenter } from '../endpoint/present.ts';
import { wireName } from '../endpoint/wire-case.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Yields the pieces of the text that `JSON.stringify` makes of the presented message. */
export type PiecesPresenter = (message: unknown) => Generator<string>;

/** Member of an object: its JSON name with the colon, and the presenter of its value or elements. */
interface Member {
  readonly name: string;
  readonly label: string;
  readonly isList: boolean;
  readonly present: Presenter;
}

/** Creates the writer of a schema. Lists of its own members may be any iterables. */
export function piecesPresenter(schema: z.ZodObject, wireCase: WireCase): PiecesPresenter {
  const members = Object.entries(schema.shape).map(([name, member]) => memberOf(name, member, wireCase));
  return function* pieces(message) {
    const source = message as Readonly<Record<string, unknown>>;
    // Command markers lie within one string, so none spans two pieces.
    let text = '{';
    for (const { name, label, isList, present } of members) {
      text += text === '{' ? label : `,${label}`;
      if (!isList) {
        text += JSON.stringify(present(source[name]));
        continue;
      }
      let separator = '[';
      for (const element of (source[name] ?? []) as Iterable<unknown>) {
        text += separator + JSON.stringify(present(element));
        separator = ',';
        if (text.length < GATEWAY_LIMITS.answerPieceBytes) continue;
        yield breakMarkers(text);
        text = '';
      }
      text += separator === '[' ? '[]' : ']';
    }
    yield breakMarkers(`${text}}`);
  };
}

function memberOf(name: string, schema: z.core.$ZodType, wireCase: WireCase): Member {
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  const isList = inner instanceof z.ZodArray;
  return {
    name,
    label: `${JSON.stringify(wireName(name, wireCase))}:`,
    isList,
    present: presenter(isList ? inner.element : schema, wireCase),
  };
}
