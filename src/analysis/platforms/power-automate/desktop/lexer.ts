/** Lexer of Robin, the language of desktop flows: linear, and total for any text. Tokens have their places. */

export type LexKind =
  | 'name'
  | 'text'
  | 'formula'
  | 'number'
  | 'operator'
  | 'punctuation'
  | 'line'
  | 'comment'
  | 'region';

/**
 * A token of a script. `text` tokens hold the source between the quotation marks; see `decodeText`. A `formula` is such
 * a text of a flow with Power Fx: `$fx'=Total + 1'`, `$fx'plain ${Total}'`.
 */
export interface Lexeme {
  readonly kind: LexKind;
  /** Offsets in UTF-16 units; `end` is behind the token, marks included. */
  readonly start: number;
  readonly end: number;
  /** The source of the token; of a text and of a comment only the part inside the marks. */
  readonly text: string;
  /** A text that begins with `$`: expressions between percent signs in it are computed. */
  readonly computed: boolean;
}

const LF = 10;
const CR = 13;
const BACKSLASH = 92;
const PAIRS: ReadonlySet<string> = new Set(['=>', '<=', '>=', '<>']);
const OPERATORS = '+-*/=<>^';
/** Stands before the quotation mark of a text with Power Fx. */
const FORMULA = '$fx';

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function isNamePart(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || isDigit(code) || code === 95 /* _ */ || code > 160;
}

function nameEnd(script: string, from: number): number {
  let at = from;
  while (at < script.length && isNamePart(script.charCodeAt(at))) at += 1;
  return at;
}

function numberEnd(script: string, from: number): number {
  let at = from;
  while (isDigit(script.charCodeAt(at))) at += 1;
  if (script[at] === '.' && isDigit(script.charCodeAt(at + 1))) {
    at += 1;
    while (isDigit(script.charCodeAt(at))) at += 1;
  }
  return at;
}

/** Returns the end of the line that `at` is in: the offset of its line feed or carriage return, or of the end. */
export function lineEnd(script: string, at: number): number {
  let end = at;
  while (end < script.length && script.charCodeAt(end) !== LF && script.charCodeAt(end) !== CR) end += 1;
  return end;
}

/**
 * Returns the offset of the closing quotation marks; a text in one line ends with it at the latest, any other with the
 * script.
 */
function closeOf(script: string, from: number, quote: string, inLine: boolean): number {
  let at = from;
  while (at < script.length) {
    const code = script.charCodeAt(at);
    if (code === BACKSLASH) at += 2;
    else if (script.startsWith(quote, at)) return at;
    else if (inLine && (code === LF || code === CR)) return at;
    else at += 1;
  }
  return script.length;
}

function readText(script: string, start: number, open: number): Lexeme {
  const mark = script[open]!;
  const quote = script.startsWith(mark.repeat(3), open) ? mark.repeat(3) : mark;
  const from = open + quote.length;
  const isFormula = open - start === FORMULA.length;
  const close = closeOf(script, from, quote, quote.length === 1 && !isFormula);
  const end = script.startsWith(quote, close) ? close + quote.length : close;
  const kind = isFormula ? 'formula' : 'text';
  return { kind, start, end, text: script.slice(from, close), computed: open > start };
}

/**
 * Reads a token that is only valid at the beginning of a statement: a comment in its two forms, or the mark of a
 * region.
 */
function readMark(script: string, start: number): Lexeme | undefined {
  const at = { start, computed: false };
  if (script[start] === '#') {
    const end = lineEnd(script, start);
    return { ...at, kind: 'comment', end, text: script.slice(start + 1, end).trim() };
  }
  if (script.startsWith('/#', start)) {
    const close = script.indexOf('#/', start + 2);
    const inside = script.slice(start + 2, close === -1 ? script.length : close).trim();
    return { ...at, kind: 'comment', end: close === -1 ? script.length : close + 2, text: inside };
  }
  if (!script.startsWith('**', start)) return undefined;
  const end = lineEnd(script, start);
  return { ...at, kind: 'region', end, text: script.slice(start + 2, end).trim() };
}

/**
 * Returns whether there is white space inside a line. It tests one character only, as there may be a backslash in every
 * place of a line.
 */
function isBlank(script: string, at: number): boolean {
  const code = script.charCodeAt(at);
  return code !== LF && code !== CR && script[at]!.trim() === '';
}

/** Returns the offset behind a backslash that continues the statement on the next line, or `at`. */
function continuationEnd(script: string, at: number): number {
  if (script.charCodeAt(at) !== BACKSLASH) return at;
  let end = at + 1;
  while (end < script.length && isBlank(script, end)) end += 1;
  if (end < script.length && script.charCodeAt(end) !== LF && script.charCodeAt(end) !== CR) return at;
  return script.charCodeAt(end) === CR && script.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
}

function readToken(script: string, at: number): Lexeme {
  const code = script.charCodeAt(at);
  const char = script[at]!;
  if (char === "'" || char === '"') return readText(script, at, at);
  if (char === '$' && (script[at + 1] === "'" || script[at + 1] === '"')) return readText(script, at, at + 1);
  if (char === '$' && script.startsWith(`${FORMULA}'`, at)) return readText(script, at, at + FORMULA.length);
  let kind: LexKind = 'punctuation';
  let end = at + 1;
  if (isDigit(code)) {
    end = numberEnd(script, at);
    kind = 'number';
    // `2ndTry` is a name, however odd.
    if (isNamePart(script.charCodeAt(end))) {
      kind = 'name';
      end = nameEnd(script, end);
    }
  } else if (isNamePart(code)) {
    kind = 'name';
    end = nameEnd(script, at);
  } else if (OPERATORS.includes(char)) {
    kind = 'operator';
    if (PAIRS.has(char + script[at + 1])) end = at + 2;
  }
  const text = end === at + 1 ? char : script.slice(at, end);
  return { kind, start: at, end, text, computed: false };
}

/** Returns every token of a script; each end of a line outside texts and comments is one. */
export function lexRobin(script: string): readonly Lexeme[] {
  const tokens: Lexeme[] = [];
  let at = 0;
  let fresh = true;
  while (at < script.length) {
    const code = script.charCodeAt(at);
    if (code === LF || code === CR) {
      const end = code === CR && script.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
      tokens.push({ kind: 'line', start: at, end, text: '\n', computed: false });
      fresh = true;
      at = end;
      continue;
    }
    if (code <= 32 || code === 160 || code === 0xfeff) {
      at += 1;
      continue;
    }
    const next = continuationEnd(script, at);
    if (next > at) {
      at = next;
      continue;
    }
    const token = (fresh ? readMark(script, at) : undefined) ?? readToken(script, at);
    fresh = false;
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** Returns the offset of the source between the quotation marks of a text in its script. */
export function insideStart(script: string, { kind, start, computed }: Lexeme): number {
  const open = start + (kind === 'formula' ? FORMULA.length : computed ? 1 : 0);
  return open + (script.startsWith(script[open]!.repeat(3), open) ? 3 : 1);
}

/** Decodes the source between quotation marks: a backslash before a mark or a backslash is dropped. */
export function decodeText(inside: string): string {
  return inside.includes('\\') ? inside.replace(/\\(['"\\])/g, '$1') : inside;
}
