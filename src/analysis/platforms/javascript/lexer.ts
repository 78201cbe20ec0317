/** Lexer of JavaScript: linear, and total for any text. Source: ECMA-262, chapter 12. */
import type { Token } from '../../model/workflow.ts';

/** Token with its place in the text. */
export interface ScriptToken {
  /** `piece`: part of a template text between its holes; `pattern`: a regular expression. */
  readonly kind: 'name' | 'text' | 'piece' | 'number' | 'sign' | 'pattern';
  readonly start: number;
  readonly end: number;
  /** Decoded text of a `text` or `piece`, else the source. */
  readonly value: string;
  /** True for a piece with a hole behind it. */
  readonly opensHole?: boolean;
  /** True for a text that never closes. */
  readonly isOpen?: boolean;
}

const SPACE = /\s/;
const NAME_START = /[\p{ID_Start}$_#@]/u;
const NAME_PART = /[\p{ID_Continue}$\u200c\u200d]/u;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Signs of more than one character, the longest first. */
const SIGNS = [
  '>>>=',
  '...',
  '===',
  '!==',
  '**=',
  '<<=',
  '>>=',
  '>>>',
  '&&=',
  '||=',
  '??=',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '<<',
  '>>',
  '**',
];

/** By first character: its signs. */
const SIGNS_BY_START = Map.groupBy(SIGNS, (sign) => sign[0]!);

/** Words behind which a value begins, so that `/` opens a pattern. */
const BEFORE_VALUE = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;
/** Longer patterns are not read as such: a search for their end must not grow with the text. */
const PATTERN_MAX = 1000;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** Decodes the escape behind a backslash; returns the text and the offset behind it. */
function decodeEscape(text: string, at: number): readonly [text: string, end: number] {
  const sign = text[at] ?? '';
  const digits = sign === 'x' ? text.slice(at + 1, at + 3) : sign === 'u' ? text.slice(at + 1, at + 5) : '';
  if (/^[\da-f]{2}$|^[\da-f]{4}$/i.test(digits))
    return [String.fromCharCode(Number.parseInt(digits, 16)), at + 1 + digits.length];
  if (sign === '\n') return ['', at + 1];
  return [ESCAPES[sign] ?? sign, at + 1];
}

class Lexer {
  readonly tokens: ScriptToken[] = [];
  readonly #text: string;
  /** Open braces since the begin of each hole that is open. */
  readonly #holes: number[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): readonly ScriptToken[] {
    const text = this.#text;
    while (this.#at < text.length) {
      const sign = text[this.#at]!;
      if (SPACE.test(sign)) this.#at += 1;
      else if (sign === '/' && this.#skipComment()) continue;
      else if (sign === '"' || sign === "'") this.#quoted(sign);
      else if (sign === '`') this.#piece();
      else if (isDigit(text.charCodeAt(this.#at))) this.#number();
      else if (NAME_START.test(sign)) this.#name();
      else if (sign === '}' && this.#holes.at(-1) === 0) {
        this.#holes.pop();
        this.#piece();
      } else if (sign === '/' && this.#isValuePlace() && this.#pattern()) continue;
      else this.#sign(sign);
    }
    return this.tokens;
  }

  #add(kind: ScriptToken['kind'], start: number, value?: string): void {
    this.tokens.push({ kind, start, end: this.#at, value: value ?? this.#text.slice(start, this.#at) });
  }

  #skipComment(): boolean {
    const next = this.#text[this.#at + 1];
    if (next !== '/' && next !== '*') return false;
    const end = this.#text.indexOf(next === '/' ? '\n' : '*/', this.#at + 2);
    this.#at = end === -1 ? this.#text.length : end + (next === '/' ? 1 : 2);
    return true;
  }

  /** Decodes the text behind a quotation mark up to its end; returns the text and the offset of the end. */
  #decodeTo(isEnd: (at: number) => boolean): readonly [value: string, end: number] {
    const text = this.#text;
    let value = '';
    let from = this.#at + 1;
    let at = from;
    while (at < text.length && !isEnd(at)) {
      if (text[at] !== '\\') {
        at += 1;
        continue;
      }
      const [decoded, end] = decodeEscape(text, at + 1);
      value += text.slice(from, at) + decoded;
      at = end;
      from = end;
    }
    return [value + text.slice(from, at), at];
  }

  #quoted(quote: string): void {
    const text = this.#text;
    const start = this.#at;
    const [value, end] = this.#decodeTo((at) => text[at] === quote || text[at] === '\n');
    const isOpen = text[end] !== quote;
    this.#at = Math.min(text.length, isOpen ? end : end + 1);
    this.tokens.push({ kind: 'text', start, end: this.#at, value, ...(isOpen ? { isOpen } : {}) });
  }

  /** Reads a template text from its begin or from the end of a hole. */
  #piece(): void {
    const text = this.#text;
    const start = this.#at;
    const [value, end] = this.#decodeTo(
      (at) => text[at] === '`' || (text[at] === '$' && text[at + 1] === '{'),
    );
    const opensHole = text[end] === '$';
    this.#at = Math.min(text.length, end + (opensHole ? 2 : 1));
    if (opensHole) this.#holes.push(0);
    this.tokens.push({ kind: 'piece', start, end: this.#at, value, opensHole });
  }

  #number(): void {
    const start = this.#at;
    const text = this.#text;
    let at = start + 1;
    while (at < text.length) {
      const sign = text[at]!;
      const isExponent =
        (sign === '+' || sign === '-') && /e/i.test(text[at - 1]!) && text[start + 1] !== 'x';
      if (!isExponent && !/[\w.]/.test(sign)) break;
      at += 1;
    }
    this.#at = at;
    this.#add('number', start);
  }

  #name(): void {
    const start = this.#at;
    this.#at += 1;
    while (this.#at < this.#text.length && NAME_PART.test(this.#text[this.#at]!)) this.#at += 1;
    this.#add('name', start);
  }

  #isValuePlace(): boolean {
    const last = this.tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === 'sign') return !/^[)\]}]$/.test(last.value);
    if (last.kind === 'piece') return last.opensHole === true;
    return last.kind === 'name' && BEFORE_VALUE.test(last.value);
  }

  #pattern(): boolean {
    const text = this.#text;
    const start = this.#at;
    let inClass = false;
    const limit = Math.min(text.length, start + PATTERN_MAX);
    for (let at = start + 1; at < limit && text[at] !== '\n'; at += 1) {
      const sign = text[at];
      if (sign === '\\') at += 1;
      else if (sign === '[') inClass = true;
      else if (sign === ']') inClass = false;
      else if (sign === '/' && !inClass) {
        this.#at = at + 1;
        while (this.#at < text.length && /[a-z]/.test(text[this.#at]!)) this.#at += 1;
        this.#add('pattern', start);
        return true;
      }
    }
    return false;
  }

  #sign(first: string): void {
    const start = this.#at;
    const known = SIGNS_BY_START.get(first)?.find((sign) => this.#text.startsWith(sign, start));
    // `a?.5:b` is a condition.
    const isCondition = known === '?.' && isDigit(this.#text.charCodeAt(start + 2));
    this.#at += known === undefined || isCondition ? 1 : known.length;
    const hole = this.#holes.length - 1;
    if (hole >= 0 && first === '{') this.#holes[hole]! += 1;
    else if (hole >= 0 && first === '}') this.#holes[hole]! -= 1;
    this.#add('sign', start);
  }
}

/** Returns the tokens of a script with their places; comments and white space are left out. */
export function lexScript(text: string): readonly ScriptToken[] {
  return new Lexer(text).run();
}

const PUNCTUATION = /^(?:[()[\]{},;:.?]|\?\.)$/;

function modelKind({ kind, value }: ScriptToken): Token['kind'] {
  if (kind === 'text' || kind === 'piece') return 'string';
  if (kind === 'name' || kind === 'number') return kind;
  return kind === 'sign' && !PUNCTUATION.test(value) ? 'operator' : 'punctuation';
}

/** Returns the same in the form that rules get. */
export function scriptTokensOf(text: string): readonly Token[] {
  return lexScript(text).map((token) => ({ kind: modelKind(token), text: token.value }));
}
