/** Lexer of the expression language of Blue Prism: linear, and total for any text. */
import type { Token } from '../../../model/workflow.ts';

const SPACE = /\s/u;
const LETTER = /[\p{L}_]/u;
const NAME_PART = /[\p{L}\p{N}_.]/u;
const DIGIT = /[0-9]/;
const NUMBER_PART = /[0-9.]/;
const OPERATORS = '+-*/^&=<>';
const OPEN_BRACKET = 91;

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

/** Calls `take` with each token and its place. */
export function lexBluePrism(text: string, take: (token: Token, start: number, end: number) => void): void {
  // Behind the last `]` no `[` can be closed. Knowing its offset avoids a search for each of many `[`.
  const lastClose = text.lastIndexOf(']');
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (SPACE.test(char)) {
      at += 1;
      continue;
    }
    const { token, end } = tokenAt(text, at, char, lastClose);
    take(token, at, end);
    at = end;
  }
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
export function onlyItem(text: string): string | undefined {
  const last = text.length - 1;
  if (text.charCodeAt(0) !== OPEN_BRACKET || text.indexOf(']') !== last) return undefined;
  return text.slice(1, last);
}
