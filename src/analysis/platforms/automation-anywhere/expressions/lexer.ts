/** Lexers of the two forms of a computed value in Automation Anywhere: text with `$names$` in it, and arithmetic. */
import type { Token } from '../../../model/workflow.ts';

const NAME_START = /[\p{L}_@]/u;
const NAME_PART = /[\p{L}\p{N}\p{M}_-]/u;
const CLOSERS = new Map([
  ['{', '}'],
  ['[', ']'],
]);
/** Opening brackets behind a function: `$rows.LegacyAutomation:getLegacyIndexValue($n$)$`. */
const FUNCTION_CLOSERS = new Map([...CLOSERS, ['(', ')']]);

/** Token with its place: offsets of its first character and behind its last. */
export interface PlacedToken extends Token {
  readonly start: number;
  /** Behind the `$` that completes a reference, where the token is the last one of it. */
  end: number;
}

/** State of a lexer. `open` holds the closing brackets of the references that are not yet complete. */
interface Scan {
  readonly text: string;
  readonly tokens: PlacedToken[];
  readonly open: string[];
  at: number;
  /** Literal text since the last token, and where it starts. */
  pending: string;
  pendingAt: number;
}

function isNameStart(char: string | undefined): boolean {
  return char !== undefined && NAME_START.test(char);
}

/**
 * Returns the offset behind the name that begins at `from`: letters, digits, `_` and `-`, with an optional `Package:`
 * in front.
 */
function nameEnd(text: string, from: number): number {
  if (!isNameStart(text[from])) return from;
  let at = from + 1;
  while (at < text.length) {
    const char = text[at]!;
    if (!NAME_PART.test(char) && !(char === ':' && isNameStart(text[at + 1]))) break;
    at += 1;
  }
  return at;
}

/**
 * Returns the offset behind the chain of functions `.Number:toString` that begins at `from`; `from` when there is none.
 */
function functionsEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === '.') {
    const end = nameEnd(text, at + 1);
    if (end === at + 1) return at;
    at = end;
  }
  return at;
}

function flush(scan: Scan, kind: 'string' | 'key'): void {
  const { pending } = scan;
  if (pending === '') return;
  scan.pending = '';
  const number = kind === 'key' && /^\d+$/.test(pending);
  push(scan, number ? 'number' : 'string', pending, scan.pendingAt);
}

/** Adds the token that ends at the current offset. */
function push({ tokens, at }: Scan, kind: Token['kind'], text: string, start: number): void {
  tokens.push({ kind, text, start, end: at });
}

function addText(scan: Scan, text: string, end: number): void {
  if (scan.pending === '') scan.pendingAt = scan.at;
  scan.pending += text;
  scan.at = end;
}

/** Skips the `$` that completes a reference. */
function complete(scan: Scan): void {
  scan.at += 1;
  scan.tokens.at(-1)!.end = scan.at;
}

function pushFunctions(scan: Scan, end: number): void {
  for (const name of scan.text.slice(scan.at + 1, end).split('.')) {
    scan.at += 1;
    push(scan, 'punctuation', '.', scan.at - 1);
    const start = scan.at;
    scan.at += name.length;
    push(scan, 'name', name, start);
  }
}

/** Lexes the reference that may begin at the `$` at the current offset; a `$` that begins none is plain text. */
function takeReference(scan: Scan): void {
  const { text } = scan;
  const end = nameEnd(text, scan.at + 1);
  const behind = functionsEnd(text, end);
  const closed = text[behind] === '$';
  const isFunction = behind > end || text.slice(scan.at, end).includes(':');
  const closers = isFunction ? FUNCTION_CLOSERS : CLOSERS;
  if (end === scan.at + 1 || !(closed || closers.has(text[behind]!))) {
    // Nothing between here and `behind` is a `$`, so the scan never reads a character twice.
    const to = Math.max(behind, scan.at + 1);
    addText(scan, text.slice(scan.at, to), to);
    return;
  }
  flush(scan, scan.open.length === 0 ? 'string' : 'key');
  const start = scan.at;
  scan.at = end;
  push(scan, 'symbol', text.slice(start + 1, end), start);
  if (behind > end) pushFunctions(scan, behind);
  if (closed) complete(scan);
  else openKey(scan);
}

function openKey(scan: Scan): void {
  const bracket = scan.text[scan.at]!;
  scan.open.push(FUNCTION_CLOSERS.get(bracket)!);
  scan.at += 1;
  push(scan, 'punctuation', bracket, scan.at - 1);
}

/** Continues behind a key: another key, functions, or the `$` that completes the reference. */
function closeKey(scan: Scan): void {
  flush(scan, 'key');
  scan.at += 1;
  push(scan, 'punctuation', scan.open.pop()!, scan.at - 1);
  if (CLOSERS.has(scan.text[scan.at]!)) {
    openKey(scan);
    return;
  }
  const behind = functionsEnd(scan.text, scan.at);
  const isFunction = behind > scan.at;
  if (isFunction) pushFunctions(scan, behind);
  if (isFunction && FUNCTION_CLOSERS.has(scan.text[scan.at]!)) openKey(scan);
  else if (scan.text[scan.at] === '$') complete(scan);
}

function step(scan: Scan): void {
  const char = scan.text[scan.at]!;
  if (char === '$') {
    if (scan.text[scan.at + 1] === '$') {
      addText(scan, '$', scan.at + 2);
    } else takeReference(scan);
  } else if (char === scan.open.at(-1)) closeKey(scan);
  else takeText(scan);
}

function takeText(scan: Scan): void {
  const closer = scan.open.at(-1);
  let end = scan.at + 1;
  while (end < scan.text.length && scan.text[end] !== '$' && scan.text[end] !== closer) end += 1;
  addText(scan, scan.text.slice(scan.at, end), end);
}

/** Returns the tokens of a text with references. */
export function textTokens(text: string): readonly PlacedToken[] {
  if (!text.includes('$')) return text === '' ? [] : [{ kind: 'string', text, start: 0, end: text.length }];
  const scan: Scan = { text, tokens: [], open: [], at: 0, pending: '', pendingAt: 0 };
  while (scan.at < text.length) step(scan);
  flush(scan, 'string');
  return scan.tokens;
}

const ARITHMETIC =
  /(?<space>\s+)|(?<number>\d+(?:\.\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<operator>[<>!=]=|[-+*/%^<>=&|])/uy;

/** Returns the tokens of numbers and conditions: the text between references is numbers, names and operators. */
export function arithmeticTokens(text: string): readonly PlacedToken[] {
  const tokens: PlacedToken[] = [];
  let inKey = 0;
  for (const token of textTokens(text)) {
    if (token.kind === 'punctuation')
      inKey += '{['.includes(token.text) ? 1 : '}]'.includes(token.text) ? -1 : 0;
    if (token.kind !== 'string' || inKey > 0) tokens.push(token);
    else splitArithmetic(token, tokens);
  }
  return tokens;
}

function splitArithmetic({ text, start, end }: PlacedToken, tokens: PlacedToken[]): void {
  // A `$$` is one character of the text and two of its source.
  const placed = (from: number, to: number) => ({
    start: Math.min(start + from, end),
    end: to === text.length ? end : Math.min(start + to, end),
  });
  let at = 0;
  while (at < text.length) {
    ARITHMETIC.lastIndex = at;
    const found = ARITHMETIC.exec(text);
    const { space, number, name, operator } = found?.groups ?? {};
    const token = found?.[0] ?? String.fromCodePoint(text.codePointAt(at)!);
    const place = placed(at, at + token.length);
    at += token.length;
    if (number !== undefined) tokens.push({ kind: 'number', text: token, ...place });
    else if (name !== undefined) tokens.push({ kind: 'name', text: token, ...place });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: token, ...place });
    else if (space === undefined) tokens.push({ kind: 'punctuation', text: token, ...place });
  }
}
