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

/** Reads the tokens of a piece of code one by one, for lists of tokens and for trees. */
export class CodeScanner {
  readonly text: string;
  /** Kind of the token here; `end` behind the last one. */
  kind: Token['kind'] | 'end' = 'end';
  start = 0;
  end = 0;
  /** End of the token before. */
  before: number;
  /** False for a string that never closes; it goes to the end. */
  isClosed = true;
  /** True if a `}` ends the code. */
  readonly #embedded: boolean;
  #hasQuotes = false;

  constructor(text: string, from: number, embedded: boolean) {
    this.text = text;
    this.end = from;
    this.before = from;
    this.#embedded = embedded;
  }

  /** Moves to the next token. At the end of the code, `start` is the offset of the `}` or of the end of the text. */
  advance(): void {
    const { text } = this;
    this.before = this.end;
    let at = this.end;
    while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
    this.start = at;
    const code = text.charCodeAt(at);
    if (at >= text.length || (this.#embedded && code === CLOSE_BRACE)) {
      this.kind = 'end';
      this.end = at;
    } else if (code === QUOTE) {
      this.#readString(at);
    } else if (isDigit(code) || (code === MINUS && isDigit(text.charCodeAt(at + 1)))) {
      this.kind = 'number';
      this.end = numberEnd(text, at);
    } else if (isNameStart(code)) {
      this.kind = 'name';
      this.end = nameEnd(text, at);
    } else {
      this.kind = 'punctuation';
      this.end = at + 1;
    }
  }

  #readString(from: number): void {
    const { text } = this;
    this.kind = 'string';
    this.#hasQuotes = false;
    let end = text.indexOf("'", from + 1);
    while (end !== -1 && text.charCodeAt(end + 1) === QUOTE) {
      this.#hasQuotes = true;
      end = text.indexOf("'", end + 2);
    }
    this.isClosed = end !== -1;
    this.end = this.isClosed ? end + 1 : text.length;
  }

  /** Returns the text of the token here; a string's is decoded. */
  value(): string {
    if (this.kind !== 'string') return this.text.slice(this.start, this.end);
    const inner = this.text.slice(this.start + 1, this.isClosed ? this.end - 1 : this.end);
    return this.#hasQuotes ? inner.replaceAll("''", "'") : inner;
  }

  /** Returns whether the last token lies behind. */
  isAtEnd(): boolean {
    return this.kind === 'end';
  }

  /** Returns whether the token here is this mark. */
  isMark(mark: string): boolean {
    return this.kind === 'punctuation' && this.text[this.start] === mark;
  }
}

/** Reads tokens from `from` to the end of the text, or to the `}` that closes an embedded expression. */
function readCode(text: string, from: number, embedded: boolean, tokens: Token[]): number {
  const scanner = new CodeScanner(text, from, embedded);
  for (;;) {
    scanner.advance();
    if (scanner.kind === 'end') return scanner.start;
    tokens.push({ kind: scanner.kind, text: scanner.value() });
  }
}

/** Returns the tokens of an expression without its leading `@`. */
export function lexCode(text: string): readonly Token[] {
  const tokens: Token[] = [];
  readCode(text, 0, false, tokens);
  return tokens;
}

/** Takes the parts of a text with embedded expressions. */
interface TemplateReader {
  /** Takes a piece of text, which may be empty. */
  text(start: number, end: number): void;
  /** Takes the code from here, and returns where it ends. */
  code(start: number): number;
}

/** Reads a text with embedded expressions in order; `@@{` in it opens none. */
export function readTemplate(text: string, reader: TemplateReader): void {
  let start = 0;
  for (let at = text.indexOf('@{'); at !== -1; ) {
    if (at > start && text[at - 1] === '@') {
      at = text.indexOf('@{', at + 2);
      continue;
    }
    reader.text(start, at);
    start = reader.code(at + 2);
    if (start < text.length) start += 1;
    at = text.indexOf('@{', start);
  }
  reader.text(start, text.length);
}

/** Decodes a piece of text between embedded expressions. */
export function decodePiece(text: string): string {
  return text.replaceAll('@@{', '@{');
}

/** Adds a part of a joined text; the first stays even when it is blank, because it makes the join one of texts. */
function pushPart(text: string, tokens: Token[]): void {
  if (text === '' && tokens.length > 0) return;
  if (tokens.length > 0) tokens.push(JOIN);
  tokens.push({ kind: 'string', text: decodePiece(text) });
}

const JOIN: Token = { kind: 'operator', text: '&' };
const OPEN: Token = { kind: 'punctuation', text: '(' };
const CLOSE: Token = { kind: 'punctuation', text: ')' };

/**
 * Returns the tokens of a text with embedded expressions, read as the join that it stands for: `a@{x}b` as `'a' & (x) &
 * 'b'`.
 */
export function lexTemplate(text: string): readonly Token[] {
  const tokens: Token[] = [];
  readTemplate(text, {
    text: (start, end) => pushPart(text.slice(start, end), tokens),
    code: (start) => {
      tokens.push(JOIN, OPEN);
      const end = readCode(text, start, true, tokens);
      tokens.push(CLOSE);
      return end;
    },
  });
  return tokens;
}
