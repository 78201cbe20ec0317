/**
 * Lexer for Visual Basic and C#. For rules they differ only in comments and in the quotation of texts. One pass, no
 * backtracking, no recursion: nested interpolated texts are on a stack.
 */
import type { Token } from '../../model/workflow.ts';
import { commentEnd, remarkEnd, VB_APOSTROPHES } from './lexer-comments.ts';
import { charLiteral, type Lexed, quoted, rawText, verbatim } from './lexer-strings.ts';
import type { Form, PlacedTokens, TokenPlace } from './places.ts';

export type Dialect = 'visual-basic' | 'csharp';

/** An interpolated text that is open: how it escapes, whether a part of it was read, brackets open in its hole. */
interface Interpolation {
  readonly verbatim: boolean;
  started: boolean;
  brackets: number;
}

interface Scan {
  readonly text: string;
  readonly visualBasic: boolean;
  readonly tokens: Token[];
  /** Undefined when the caller wants no places. */
  readonly places: TokenPlace[] | undefined;
  readonly open: Interpolation[];
  at: number;
}

/** Visual Basic takes typographic quotation marks for plain ones. */
const VB_QUOTES = new Set(['"', '\u201c', '\u201d']);
const OPERATORS = new Set('+-*/\\^&=<>%|!~'.split(''));
const PAIRS = new Set('<> <= >= == != && || ?? => := += -= *= /= &= ++ -- ?.'.split(' '));
/** A token of each sign: texts of millions of signs would fill the memory with equal ones. */
const SIGNS = new Map<string, Token>(
  [...PAIRS, ...OPERATORS, ...'()[]{},.;:?@#$'].map((text) => [
    text,
    { kind: text !== '?.' && (PAIRS.has(text) || OPERATORS.has(text)) ? 'operator' : 'punctuation', text },
  ]),
);
const OPEN_BRACKETS = '([{';
const CLOSE_BRACKETS = ')]}';

/** Returns the tokens of an expression or of code. Total: unknown characters become punctuation. */
export function scan(text: string, dialect: Dialect): Token[] {
  return scanInto(text, dialect, undefined);
}

/** Returns the tokens of an expression or of code with their places. */
export function scanPlaces(text: string, dialect: Dialect): PlacedTokens {
  const places: TokenPlace[] = [];
  return { tokens: scanInto(text, dialect, places), places };
}

function scanInto(text: string, dialect: Dialect, places: TokenPlace[] | undefined): Token[] {
  const state: Scan = { text, visualBasic: dialect === 'visual-basic', tokens: [], places, open: [], at: 0 };
  while (state.at < text.length) scanNext(state);
  return state.tokens;
}

/** Classes of the ASCII characters that begin a token: most of an expression is blanks and names. */
const BLANK = 1;
const NAME = 2;
const BEGINS = new Uint8Array(128).fill(BLANK, 0, 33);
/** 1 for the ASCII characters that a name goes on with. */
const GOES_ON = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_') {
  BEGINS[char.charCodeAt(0)] = NAME;
  GOES_ON[char.charCodeAt(0)] = 1;
}
for (const digit of '0123456789') GOES_ON[digit.charCodeAt(0)] = 1;

/** Returns the offset behind the word that goes on at `from`. */
function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code < 128 ? GOES_ON[code] === 0 : !isWord(text[end]!)) break;
    end += 1;
  }
  return end;
}

function scanNext(state: Scan): void {
  const { text, at } = state;
  const code = text.charCodeAt(at);
  const begins = code < 128 ? BEGINS[code] : 0;
  if (begins === BLANK) {
    state.at += 1;
    return;
  }
  if (begins === NAME) {
    const end = wordEnd(text, at + 1);
    const commented = end - at === 3 && state.visualBasic ? remarkEnd(text, at) : -1;
    if (commented !== -1) state.at = commented;
    else push(state, 'name', text.slice(at, end), end);
    return;
  }
  const char = text[at]!;
  if (isSpace(char)) state.at += 1;
  else if (!skipComment(state, char) && !scanText(state, char) && !scanWord(state, char))
    scanSign(state, char);
}

function push(state: Scan, kind: Token['kind'], text: string, end: number): true {
  return pushAs(state, { kind, text }, end, 'plain');
}

function pushAs(state: Scan, token: Token, end: number, form: Form): true {
  state.tokens.push(token);
  state.places?.push({ start: state.at, end, form });
  state.at = end;
  return true;
}

function skipComment(state: Scan, char: string): boolean {
  const end = commentEnd(state.text, state.at, char, state.visualBasic);
  if (end === -1) return false;
  state.at = end;
  return true;
}

function scanText(state: Scan, char: string): boolean {
  const { text, at } = state;
  if (state.visualBasic) {
    if (VB_QUOTES.has(char))
      return pushText(
        state,
        quoted(text, at + 1, (c) => VB_QUOTES.has(c)),
      );
    if (char === '$' && VB_QUOTES.has(text[at + 1] ?? '')) return openInterpolation(state, at + 2, true);
    return false;
  }
  if (char === '"') {
    if (text.startsWith('"""', at)) return pushText(state, rawText(text, at));
    return pushText(state, charLiteral(text, at + 1, '"'));
  }
  if (char === "'") return pushText(state, charLiteral(text, at + 1, "'"));
  if (char !== '@' && char !== '$') return false;
  const two = text.slice(at, at + 3);
  if (two.startsWith('@"')) return pushText(state, verbatim(text, at + 2));
  if (two.startsWith('$"')) return openInterpolation(state, at + 2, false);
  if (two === '$@"' || two === '@$"') return openInterpolation(state, at + 3, true);
  return false;
}

function pushText(state: Scan, { text, end }: Lexed): true {
  // `"a"c` is a character, `"a"C` too.
  const suffix = state.text[end];
  const isCharacter =
    state.visualBasic && (suffix === 'c' || suffix === 'C') && !isWord(state.text[end + 1] ?? '');
  return push(state, 'string', text, isCharacter ? end + 1 : end);
}

/** Opens an interpolated text, read as the join that it stands for: `$"a{x}b"` as `"a" & (x) & "b"`. */
function openInterpolation(state: Scan, from: number, isVerbatim: boolean): true {
  state.open.push({ verbatim: isVerbatim, started: false, brackets: 0 });
  if (state.places !== undefined) pushAs(state, { kind: 'punctuation', text: '' }, from, 'open');
  state.at = from;
  scanInterpolated(state);
  return true;
}

/** Reads the text of the innermost interpolation from here to its next hole or its end. */
function scanInterpolated(state: Scan): void {
  const { text } = state;
  const hole = state.open.at(-1)!;
  let decoded = '';
  let at = state.at;
  while (at < text.length) {
    const char = text[at]!;
    const next = text[at + 1];
    if ((char === '{' || char === '}') && next === char) {
      decoded += char;
      at += 2;
    } else if (char === '{') {
      pushPart(state, hole, decoded, at);
      pushJoin(state);
      pushAs(state, { kind: 'punctuation', text: '(' }, at + 1, 'hole');
      return;
    } else if (char === '\\' && !hole.verbatim) {
      decoded += text.slice(at, at + 2);
      at += 2;
    } else if (isQuote(state, char)) {
      if (!hole.verbatim || !isQuote(state, next ?? '')) break;
      decoded += '"';
      at += 2;
    } else {
      decoded += char;
      at += 1;
    }
  }
  pushPart(state, hole, decoded, Math.min(at, text.length));
  state.open.pop();
  if (state.places !== undefined)
    pushAs(state, { kind: 'punctuation', text: '' }, Math.min(at + 1, text.length), 'end');
  state.at = at + 1;
}

/** Adds a part; the first stays even when it is blank: without it the join would not be one of texts. */
function pushPart(state: Scan, hole: Interpolation, decoded: string, end: number): void {
  if (!hole.started || decoded !== '') {
    if (hole.started) pushJoin(state);
    pushAs(state, { kind: 'string', text: decoded }, end, 'piece');
    hole.started = true;
  }
  state.at = end;
}

function pushJoin(state: Scan): void {
  pushAs(state, { kind: 'operator', text: state.visualBasic ? '&' : '+' }, state.at, 'join');
}

function scanWord(state: Scan, char: string): boolean {
  const { text, at } = state;
  if (isDigit(char)) {
    let end = at + 1;
    while (end < text.length && (isWord(text[end]!) || (text[end] === '.' && isDigit(text[end + 1] ?? ''))))
      end += 1;
    return push(state, 'number', text.slice(at, end), end);
  }
  // `[Name]` is how Visual Basic writes a name that is a keyword; `@name` is C#'s way.
  const marked = (state.visualBasic && char === '[') || (!state.visualBasic && char === '@');
  const start = marked ? at + 1 : at;
  if (!isWordStart(text[start] ?? '')) return false;
  const end = wordEnd(text, start + 1);
  if (char === '[' && text[end] !== ']') return false;
  return push(state, 'name', text.slice(start, end), char === '[' ? end + 1 : end);
}

function scanSign(state: Scan, char: string): void {
  const { text, at } = state;
  const hole = state.open.at(-1);
  if (hole !== undefined) {
    if (hole.brackets === 0 && char === ':') {
      // A format: `{amount:0.00}`.
      const end = text.indexOf('}', at);
      state.at = end === -1 ? text.length : end;
      return;
    }
    if (hole.brackets === 0 && char === '}') {
      pushAs(state, { kind: 'punctuation', text: ')' }, at + 1, 'hole-end');
      scanInterpolated(state);
      return;
    }
    if (OPEN_BRACKETS.includes(char)) hole.brackets += 1;
    else if (CLOSE_BRACKETS.includes(char) && hole.brackets > 0) hole.brackets -= 1;
  }
  if (state.visualBasic && char === '#') {
    // A date: `#1/31/2024#`. Never over a line end, so that a stray `#` costs one line at most.
    const end = text.indexOf('#', at + 1);
    if (end !== -1 && end - at <= 30) return void push(state, 'number', text.slice(at, end + 1), end + 1);
  }
  const pair = text.slice(at, at + 2);
  const sign = PAIRS.has(pair) ? pair : char;
  pushAs(state, SIGNS.get(sign) ?? { kind: 'punctuation', text: sign }, at + sign.length, 'plain');
}

function isQuote(state: Scan, char: string): boolean {
  return char === '"' || (state.visualBasic && VB_QUOTES.has(char));
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function isSpace(char: string): boolean {
  return char <= ' ' || (char >= '\u0080' && char.trim() === '');
}

/** Returns whether a character begins a word. All letters beyond ASCII do: names may be written in any script. */
function isWordStart(char: string): boolean {
  return (
    (char >= 'a' && char <= 'z') ||
    (char >= 'A' && char <= 'Z') ||
    char === '_' ||
    (char >= '\u00aa' && !isSpace(char) && !VB_QUOTES.has(char) && !VB_APOSTROPHES.has(char))
  );
}

function isWord(char: string): boolean {
  return isWordStart(char) || (char >= '0' && char <= '9');
}
