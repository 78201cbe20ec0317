/**
 * Mentions of an expression, found in the bytes of the file. Most expressions are used for nothing else, and so need
 * neither a text nor tokens. Unusual forms are left to the tokens, with the same result.
 */
import type { FoundKeys } from '../../found-keys.ts';
import {
  ASCII,
  CLOSE_BRACE,
  DOT,
  isNameStart,
  nameEnd,
  nameStart,
  plainStringEnd,
  QUOTE,
  skipSpaces,
  skipSpacesBack,
  stringEnd,
} from './code-bytes.ts';
import { type CodeFunction, FIELD, functionAt, ITEM, TRIGGER } from './code-functions.ts';
import { type KeyKind, keyAt } from './mentioned-keys.ts';

const AT = 0x40;
const OPEN_BRACE = 0x7b;
const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUESTION = 0x3f;

/** Only the tokens decide. */
const UNSURE = -1;
/** Returns whether a token here is uncertain: characters outside ASCII can be blanks, and strings any token. */
const isOdd = (bytes: Buffer, at: number, end: number): boolean =>
  at < end && (bytes[at]! >= ASCII || bytes[at] === QUOTE);

/** The name behind `?['`, `['`, `.` or `?.`, and where it ends; `none` when there is none. */
interface Accessor {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

function accessorAt(bytes: Buffer, from: number, end: number): Accessor | 'none' | 'unsure' {
  let at = skipSpaces(bytes, from, end);
  if (at < end && bytes[at] === QUESTION) at = skipSpaces(bytes, at + 1, end);
  if (isOdd(bytes, at, end)) return 'unsure';
  if (at >= end || (bytes[at] !== DOT && bytes[at] !== OPEN_BRACKET)) return 'none';
  const start = skipSpaces(bytes, at + 1, end);
  if (start < end && bytes[start]! >= ASCII) return 'unsure';
  if (bytes[at] === DOT) {
    if (start >= end || !isNameStart(bytes[start]!)) return 'none';
    const next = nameEnd(bytes, start, end);
    return next < end && bytes[next]! >= ASCII ? 'unsure' : { start, end: next, next };
  }
  if (start >= end || bytes[start] !== QUOTE) return 'none';
  const close = plainStringEnd(bytes, start, end);
  if (close === -1) return 'unsure';
  const behind = skipSpaces(bytes, close + 1, end);
  if (behind >= end || bytes[behind] !== CLOSE_BRACKET) return 'unsure';
  return { start: start + 1, end: close, next: behind + 1 };
}

/** Adds the key of a name. False when only the tokens show it, and when there are too many. */
function addName(kind: KeyKind, bytes: Buffer, start: number, end: number, found: FoundKeys): boolean {
  const key = keyAt(kind, bytes, start, end);
  return key !== undefined && found.add(key);
}

/** Returns whether a string is a dot or a parenthesis, and thus looks like one to its neighbours. */
function isMark(bytes: Buffer, open: number, close: number): boolean {
  return close === open + 2 && (bytes[open + 1] === DOT || bytes[open + 1] === OPEN);
}

const BODY = 'body';

function isBody(bytes: Buffer, start: number): boolean {
  for (let i = 0; i < BODY.length; i += 1) if (bytes[start + i] !== BODY.charCodeAt(i)) return false;
  return true;
}

/** Adds the field of the trigger's body that is read behind `triggerBody(` or `triggerOutputs(`. */
function addField(
  { isBody: isOfBody }: CodeFunction,
  bytes: Buffer,
  inside: number,
  end: number,
  found: FoundKeys,
): boolean {
  const close = skipSpaces(bytes, inside, end);
  if (close >= end || bytes[close] !== CLOSE) return false;
  let field = accessorAt(bytes, close + 1, end);
  if (typeof field !== 'string' && !isOfBody) {
    const { start, end: stop, next } = field;
    const length = stop - start;
    if (length < BODY.length || !isBody(bytes, start)) return true;
    if (length === BODY.length) field = accessorAt(bytes, next, end);
    else if (bytes[start + BODY.length] !== 0x2f) return true;
    else return addName(FIELD, bytes, start + BODY.length + 1, stop, found);
  }
  if (typeof field === 'string') return field === 'none';
  return addName(FIELD, bytes, field.start, field.end, found);
}

/** Adds the mentions of a call whose parenthesis has been opened. Returns the offset behind it, or `UNSURE`. */
function addCall(
  called: CodeFunction,
  bytes: Buffer,
  inside: number,
  end: number,
  embedded: boolean,
  found: FoundKeys,
): number {
  switch (called.does) {
    case 'reads-item':
      return found.add(ITEM) ? inside : UNSURE;
    case 'reads-form':
      return UNSURE;
    case 'reads-trigger':
      return found.add(TRIGGER) ? inside : UNSURE;
    case 'reads-field':
      return found.add(TRIGGER) && addField(called, bytes, inside, end, found) ? inside : UNSURE;
    case 'refers':
      return addReference(called, bytes, inside, end, embedded, found);
  }
}

/** Adds the mentions of a call whose first argument is a name. Returns the offset behind it, or `UNSURE`. */
function addReference(
  { kind, any }: CodeFunction,
  bytes: Buffer,
  inside: number,
  end: number,
  embedded: boolean,
  found: FoundKeys,
): number {
  const open = skipSpaces(bytes, inside, end);
  if (open < end && bytes[open]! >= ASCII) return UNSURE;
  if (open >= end || bytes[open] !== QUOTE) return found.add(any) ? inside : UNSURE;
  const close = plainStringEnd(bytes, open, end);
  if (close === -1) return UNSURE;
  const behind = skipSpaces(bytes, close + 1, end);
  if (isOdd(bytes, behind, end)) return UNSURE;
  const byte = bytes[behind];
  const isFixed = behind >= end || byte === CLOSE || byte === COMMA || (embedded && byte === CLOSE_BRACE);
  if (!isFixed) return found.add(any) ? inside : UNSURE;
  if (isMark(bytes, open, close) || !addName(kind, bytes, open + 1, close, found)) return UNSURE;
  return close + 1;
}

/** Classes of bytes that can begin a token of interest; all others are skipped. */
const NOTHING = 0;
const CALL = 1;
const STRING = 2;
const END = 3;
const ANYTHING = 4;
const BEGINS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= ASCII) return ANYTHING;
  if (byte === OPEN) return CALL;
  if (byte === QUOTE) return STRING;
  return byte === CLOSE_BRACE ? END : NOTHING;
});

/** Reads code to its end, or to the `}` that closes an embedded expression, and returns that offset. */
function readCode(bytes: Buffer, from: number, end: number, embedded: boolean, found: FoundKeys): number {
  let at = from;
  while (at < end) {
    const begins = BEGINS[bytes[at]!]!;
    if (begins === NOTHING) at += 1;
    else if (begins === CALL) {
      at = addCallBefore(bytes, from, at, end, embedded, found);
      if (at === UNSURE) return UNSURE;
    } else if (begins === STRING) {
      const close = stringEnd(bytes, at, end);
      if (isMark(bytes, at, close)) return UNSURE;
      at = close + 1;
    } else if (begins === ANYTHING) return UNSURE;
    else if (embedded) return at;
    else at += 1;
  }
  return at;
}

/** Adds the mentions of the call whose parenthesis stands here. Returns the offset behind it, or `UNSURE`. */
function addCallBefore(
  bytes: Buffer,
  from: number,
  open: number,
  end: number,
  embedded: boolean,
  found: FoundKeys,
): number {
  const stop = skipSpacesBack(bytes, open, from);
  const start = nameStart(bytes, stop, from);
  if (start === stop) return open + 1;
  // A number may reach into a would-be name.
  if (!isNameStart(bytes[start]!)) return UNSURE;
  const called = functionAt(bytes, start, stop);
  if (called === undefined) return open + 1;
  const before = skipSpacesBack(bytes, start, from);
  if (before > from && bytes[before - 1] === DOT) return open + 1;
  return addCall(called, bytes, open + 1, end, embedded, found);
}

/** Finds the mentions of code without its leading `@`; false when only the tokens show them. */
export function findInCode(bytes: Buffer, start: number, end: number, found: FoundKeys): boolean {
  found.clear();
  return readCode(bytes, start, end, false, found) !== UNSURE;
}

/** Finds the same in a text with embedded expressions. */
export function findInTemplate(bytes: Buffer, start: number, end: number, found: FoundKeys): boolean {
  found.clear();
  let from = start;
  let at = start;
  while (at + 1 < end) {
    if (bytes[at] !== AT || bytes[at + 1] !== OPEN_BRACE) at += 1;
    else if (at > from && bytes[at - 1] === AT) at += 2;
    else {
      const stop = readCode(bytes, at + 2, end, true, found);
      if (stop === UNSURE) return false;
      from = stop + 1;
      at = from;
    }
  }
  return true;
}
