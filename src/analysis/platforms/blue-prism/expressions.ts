/**
 * The expression language of Blue Prism: `[Data Item]`, `[Collection.Field]`, `"text"` with `""` inside,
 * `&` between texts, functions, and the words And, Or, Not, True, False.
 */
import type { Token } from '../../model/workflow.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';

/** Returns the form of a name by which data items are matched. The product's own editors ignore case in look-ups. */
export function dataItemKey(name: string): string {
  return name.trim().toLowerCase();
}

const SPACE = /\s/u;
const LETTER = /[\p{L}_]/u;
const NAME_PART = /[\p{L}\p{N}_.]/u;
const DIGIT = /[0-9]/;
const NUMBER_PART = /[0-9.]/;
const OPERATORS = '+-*/^&=<>';
const OPEN_BRACKET = 91;
const QUOTE = 34;
/** White space that is no blank, too. */
const QUOTED = /^\s+"/;
/** With more data items, each would have to be compared with too many. */
const ITEMS_MAX = 50;

/** A token and the offset behind it. */
interface Lexed {
  readonly token: Token;
  readonly end: number;
}

/** Reads a text. `""` inside is one quotation mark; a text that is not closed goes to the end. */
function stringAt(text: string, start: number): Lexed {
  let decoded = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1)
      return { token: { kind: 'string', text: decoded + text.slice(from) }, end: text.length };
    decoded += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { token: { kind: 'string', text: decoded }, end: quote + 1 };
    decoded += '"';
    from = quote + 2;
  }
}

/** Returns the offset behind the characters from `start` on that belong to the class. */
function runEnd(text: string, start: number, member: RegExp): number {
  let end = start + 1;
  while (end < text.length && member.test(text[end]!)) end += 1;
  return end;
}

function operatorAt(text: string, start: number): Lexed {
  const two = text.slice(start, start + 2);
  const operator = two === '<>' || two === '<=' || two === '>=' ? two : text[start]!;
  return { token: { kind: 'operator', text: operator }, end: start + operator.length };
}

function tokens(text: string): Token[] {
  const item = onlyItem(text);
  if (item !== undefined) return [{ kind: 'symbol', text: item }];
  const found: Token[] = [];
  // Behind the last `]` no `[` can be closed. Knowing its offset avoids a search for each of many `[`.
  const lastClose = text.lastIndexOf(']');
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (SPACE.test(char)) {
      at += 1;
      continue;
    }
    const lexed = tokenAt(text, at, char, lastClose);
    found.push(lexed.token);
    at = lexed.end;
  }
  return found;
}

function tokenAt(text: string, at: number, char: string, lastClose: number): Lexed {
  if (char === '"') return stringAt(text, at);
  if (char === '[' && at < lastClose) {
    const close = text.indexOf(']', at);
    return { token: { kind: 'symbol', text: text.slice(at + 1, close) }, end: close + 1 };
  }
  if (LETTER.test(char)) {
    const end = runEnd(text, at, NAME_PART);
    return { token: { kind: 'name', text: text.slice(at, end) }, end };
  }
  if (DIGIT.test(char)) {
    const end = runEnd(text, at, NUMBER_PART);
    return { token: { kind: 'number', text: text.slice(at, end) }, end };
  }
  if (OPERATORS.includes(char)) return operatorAt(text, at);
  return { token: { kind: 'punctuation', text: char }, end: at + 1 };
}

/** Returns the data item that is the whole expression: most expressions are one. */
function onlyItem(text: string): string | undefined {
  const last = text.length - 1;
  if (text.charCodeAt(0) !== OPEN_BRACKET || text.indexOf(']') !== last) return undefined;
  return text.slice(1, last);
}

function addItem(name: string, keys: string[]): void {
  const key = dataItemKey(name);
  if (!keys.includes(key)) keys.push(key);
  const dot = key.indexOf('.');
  const collection = dot > 0 ? key.slice(0, dot) : key;
  if (!keys.includes(collection)) keys.push(collection);
}

/** Returns every name in brackets outside of texts: each is a data item. */
function plainMentions(text: string): readonly string[] | undefined {
  const keys: string[] = [];
  let quote = text.indexOf('"');
  for (let open = text.indexOf('['); open !== -1; ) {
    if (quote !== -1 && quote < open) {
      // `""` inside of a text looks like the end of one and the beginning of the next.
      const behind = text.indexOf('"', quote + 1) + 1;
      if (behind === 0) break;
      quote = text.indexOf('"', behind);
      if (open < behind) open = text.indexOf('[', behind);
      continue;
    }
    const close = text.indexOf(']', open);
    if (close === -1) break;
    addItem(text.slice(open + 1, close), keys);
    if (keys.length > ITEMS_MAX) return undefined;
    open = text.indexOf('[', close);
    if (quote !== -1 && quote < close) quote = text.indexOf('"', close);
  }
  return keys;
}

/** Returns whether a text begins with a quotation mark. */
function mayBeLiteral(text: string): boolean {
  return text.charCodeAt(0) === QUOTE || QUOTED.test(text);
}

/** Returns the mentioned keys. A field counts as itself and as its collection: `[Orders.Total]` reads both. */
function mentions(lexed: readonly Token[]): string[] {
  const keys = new Set<string>();
  for (const token of lexed) {
    if (token.kind !== 'symbol') continue;
    const key = dataItemKey(token.text);
    keys.add(key);
    const dot = key.indexOf('.');
    if (dot > 0) keys.add(key.slice(0, dot));
  }
  return [...keys];
}

/** Syntax of Blue Prism expressions. */
export const BLUE_PRISM_SYNTAX: ExpressionSyntax = {
  language: 'blue-prism',
  tokens,
  plainMentions,
  mentions,
  mayBeLiteral,
  literal: (lexed) => (lexed.length === 1 && lexed[0]!.kind === 'string' ? lexed[0]!.text : undefined),
};

/** Syntax of data items that the file names without brackets; such a name contains no closing one. */
export const DATA_ITEM_SYNTAX: ExpressionSyntax = {
  language: 'blue-prism',
  marked: (name) => `[${name}]`,
  tokens: (name) => [{ kind: 'symbol', text: name }],
  plainMentions(name) {
    const keys: string[] = [];
    addItem(name, keys);
    return keys;
  },
  mentions,
  literal: () => undefined,
};
