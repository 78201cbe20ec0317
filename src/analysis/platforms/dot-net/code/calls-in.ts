/** Calls in a span of code, by their tokens: what is called, and the spans of its arguments. */
import { limitExceeded } from '../../limits.ts';
import type { Cursor } from '../tree/cursor.ts';
import { typeArgumentsEnd } from '../tree/types.ts';
import type { CodeSpan } from './code.ts';
import { behindToken, spanOf } from './parts.ts';

/** An argument. */
export interface CodeArgument {
  /** Name in a named argument, else undefined. */
  readonly name: string | undefined;
  readonly direction: 'in' | 'out' | 'in-out';
  readonly value: CodeSpan;
}

/** A call. */
export interface CodeCall extends CodeSpan {
  /** Dotted name: `system.GetAsset`; one behind the result of another call begins with a dot. */
  readonly callee: string;
  readonly args: readonly CodeArgument[];
}

/** Calls inside one another; people write four. */
const NESTED_MAX = 40;

/** Returns the calls in a span in the order in which they run: those in arguments before the call around them. */
export function callsIn(cursor: Cursor, { from, to }: CodeSpan): CodeCall[] {
  const calls: CodeCall[] = [];
  /** Closing brackets of the calls around a token. */
  const around: number[] = [];
  for (let at = from; at < to; at += 1) {
    if (!cursor.isName(at)) continue;
    const isPlain = cursor.isSign('(', at + 1);
    if (!isPlain && !cursor.isSign('<', at + 1)) continue;
    const open = isPlain ? at + 1 : typeArgumentsEnd(cursor, at + 1);
    if (open === undefined || !cursor.isSign('(', open)) continue;
    const close = cursor.closeOf(open);
    if (close === -1 || close >= to) continue;
    while (around.length > 0 && around.at(-1)! < at) around.pop();
    around.push(close);
    // Each is an expression of its own with those in it.
    if (around.length > NESTED_MAX)
      throw limitExceeded(`has more than ${NESTED_MAX} calls inside one another`, NESTED_MAX);
    const first = chainStart(cursor, at, from);
    // What `new` creates is called too, and is no step.
    if (cursor.word(first - 1) === 'new') continue;
    const isBehindCall = first > from && /^(?:\.|\?\.)$/.test(cursor.sign(first - 1));
    const callee = `${isBehindCall ? '.' : ''}${cursor.textOf(first, at + 1)}`;
    calls.push({ callee, args: argumentsOf(cursor, open + 1, close), ...spanOf(cursor, first, close + 1) });
  }
  return calls.sort((a, b) => a.to - b.to);
}

/** Returns the index of the first name of `a.b.Name`. */
function chainStart(cursor: Cursor, at: number, from: number): number {
  let first = at;
  while (first - 2 >= from && /^(?:\.|\?\.)$/.test(cursor.sign(first - 1)) && cursor.isName(first - 2))
    first -= 2;
  return first;
}

/** Splits tokens at the commas outside of brackets in them. */
export function splitAtCommas(cursor: Cursor, from: number, to: number): CodeSpan[] {
  const spans: CodeSpan[] = [];
  let start = from;
  for (let at = from; at < to; at = cursor.isSign(',', at) ? at + 1 : behindToken(cursor, at)) {
    if (!cursor.isSign(',', at)) continue;
    if (at > start) spans.push(spanOf(cursor, start, at));
    start = at + 1;
  }
  if (to > start) spans.push(spanOf(cursor, start, to));
  return spans;
}

function argumentsOf(cursor: Cursor, from: number, to: number): CodeArgument[] {
  return splitAtCommas(cursor, from, to).map((span) => argumentOf(cursor, span));
}

function argumentOf(cursor: Cursor, { from, to }: CodeSpan): CodeArgument {
  const isNamed = cursor.isName(from) && cursor.isSign(':', from + 1) && !cursor.isSign(':', from + 2);
  const name = isNamed ? cursor.token(from)!.text : undefined;
  let at = isNamed ? from + 2 : from;
  const word = cursor.word(at);
  const direction = word === 'out' ? 'out' : word === 'ref' ? 'in-out' : 'in';
  // `out var password` declares what it writes.
  if (direction !== 'in') at = direction === 'out' ? to - 1 : at + 1;
  return { name, direction, value: spanOf(cursor, at, to) };
}
