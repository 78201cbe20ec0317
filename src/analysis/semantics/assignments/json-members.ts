/** Members of JSON in a text, which may be damaged, or have single quotes as readers of .NET accept them. */
import type { NamedText } from './named-text.ts';

/** A member with a fixed value. */
export interface JsonMember extends NamedText {
  /** False for a number, a truth value and null. */
  readonly isText: boolean;
}

/** Longest name and value; longer ones are documents. */
const NAME_MAX = 200;
const VALUE_MAX = 10_000;

/** Blanks, `{` and `[` at the beginning. */
const BEGINS = /^\s*[[{]/;
/** A value without quotes. */
const BARE = /(?:true|false|null|-?\d[\d.eE+-]{0,40})(?=[\s,}\]]|$)/y;

/** Returns whether a text looks like an object or list. */
export const isJson = (text: string): boolean => BEGINS.test(text);

function behindBlanks(text: string, at: number): number {
  let behind = at;
  while (behind < text.length && text.charCodeAt(behind) <= 0x20) behind += 1;
  return behind;
}

/** Returns the offset of the quote that ends a text, or -1 where its line or length ends before. */
function closingQuote(text: string, open: number, lengthMax: number): number {
  const quote = text[open];
  const end = Math.min(text.length, open + 2 + lengthMax);
  for (let at = open + 1; at < end; at += 1) {
    const next = text[at];
    if (next === quote) return at;
    if (next === '\\') at += 1;
    else if (next === '\n') return -1;
  }
  return -1;
}

const isQuote = (sign: string | undefined): boolean => sign === '"' || sign === "'";

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const SIGN = /[^\w\s]/;

function decoded(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (all, code: string | undefined, sign: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES[sign] ?? (SIGN.test(sign) ? sign : all);
  });
}

/** Yields the members with fixed values, at any depth, in the order of the text. Linear in the text. */
export function* jsonMembers(text: string): Generator<JsonMember> {
  if (!isJson(text)) return;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
      continue;
    }
    if (!isQuote(text[at])) continue;
    const nameEnd = closingQuote(text, at, VALUE_MAX);
    if (nameEnd === -1) continue;
    const colon = behindBlanks(text, nameEnd + 1);
    const name = text[colon] === ':' && nameEnd - at <= NAME_MAX ? text.slice(at + 1, nameEnd) : undefined;
    at = nameEnd;
    if (name === undefined) continue;
    const start = behindBlanks(text, colon + 1);
    at = start - 1;
    if (isQuote(text[start])) {
      const end = closingQuote(text, start, VALUE_MAX);
      if (end === -1) continue;
      yield { name: decoded(name), text: decoded(text.slice(start + 1, end)), isText: true };
      at = end;
    } else {
      BARE.lastIndex = start;
      const [value] = BARE.exec(text) ?? [];
      if (value !== undefined) yield { name: decoded(name), text: value, isText: false };
    }
  }
}
