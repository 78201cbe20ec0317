/** Lexer of the workflow definition language: linear, and total for any text. */
import type { Token } from '../../../model/workflow.ts';

const QUOTE = 39;
const MINUS = 45;
const DOT = 46;
const CLOSE_BRACE = 125;

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 160;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function isNameStart(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || code === 95 /* _ */ || code === 36 /* $ */ || code > 160;
}

function nameEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && (isNameStart(text.charCodeAt(at)) || isDigit(text.charCodeAt(at)))) at += 1;
  return at;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function numberEnd(text: string, from: number): number {
  let at = digitsEnd(text, from + 1);
  if (text.charCodeAt(at) === DOT && isDigit(text.charCodeAt(at + 1))) at = digitsEnd(text, at + 1);
  if (text[at] === 'e' || text[at] === 'E') {
    const sign = text[at + 1] === '+' || text[at + 1] === '-' ? 1 : 0;
    if (isDigit(text.charCodeAt(at + 1 + sign))) at = digitsEnd(text, at + 1 + sign);
  }
  return at;
}

/** Pushes the string that opens at `from`; one that never closes goes to the end. */
function readString(text: string, from: number, tokens: Token[]): number {
  let end = from + 1;
  let doubled = false;
  for (;;) {
    end = text.indexOf("'", end);
    if (end === -1) end = text.length;
    else if (text.charCodeAt(end + 1) === QUOTE) {
      doubled = true;
      end += 2;
      continue;
    }
    const inner = text.slice(from + 1, end);
    tokens.push({ kind: 'string', text: doubled ? inner.replaceAll("''", "'") : inner });
    return end + 1;
  }
}

/** Reads tokens from `from` to the end of the text, or to the `}` that closes an embedded expression. */
function readCode(text: string, from: number, embedded: boolean, tokens: Token[]): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (embedded && code === CLOSE_BRACE) return at;
    if (isSpace(code)) {
      at += 1;
      continue;
    }
    if (code === QUOTE) {
      at = readString(text, at, tokens);
      continue;
    }
    let kind: Token['kind'] = 'punctuation';
    let end = at + 1;
    if (isDigit(code) || (code === MINUS && isDigit(text.charCodeAt(at + 1)))) {
      kind = 'number';
      end = numberEnd(text, at);
    } else if (isNameStart(code)) {
      kind = 'name';
      end = nameEnd(text, at);
    }
    tokens.push({ kind, text: text.slice(at, end) });
    at = end;
  }
  return at;
}

/** Returns the tokens of an expression without its leading `@`. */
export function lexCode(text: string): readonly Token[] {
  const tokens: Token[] = [];
  readCode(text, 0, false, tokens);
  return tokens;
}

/** Adds a part of a joined text; the first stays even when it is blank, because it makes the join one of texts. */
function pushPart(text: string, tokens: Token[]): void {
  if (text === '' && tokens.length > 0) return;
  if (tokens.length > 0) tokens.push(JOIN);
  tokens.push({ kind: 'string', text: text.replaceAll('@@{', '@{') });
}

const JOIN: Token = { kind: 'operator', text: '&' };
const OPEN: Token = { kind: 'punctuation', text: '(' };
const CLOSE: Token = { kind: 'punctuation', text: ')' };

/**
 * Returns the tokens of a text with embedded expressions, read as the join that it stands for: `a@{x}b` as `'a' & (x) &
 * 'b'`. `@@{` in it is a plain `@{`.
 */
export function lexTemplate(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  for (let at = text.indexOf('@{'); at !== -1; ) {
    if (at > start && text[at - 1] === '@') {
      at = text.indexOf('@{', at + 2);
      continue;
    }
    pushPart(text.slice(start, at), tokens);
    tokens.push(JOIN, OPEN);
    start = readCode(text, at + 2, true, tokens);
    tokens.push(CLOSE);
    if (start < text.length) start += 1;
    at = text.indexOf('@{', start);
  }
  pushPart(text.slice(start), tokens);
  return tokens;
}
