/**
 * Mentions of a plain expression, read straight from its text: nearly every expression is a few names, signs and texts,
 * and tokens for them cost several times as much.
 */

import type { Dialect } from '../../dot-net/lexer.ts';
import { internal } from '../../shared-names.ts';

const BLANK = 1;
const NAME = 2;
const DIGIT = 3;
const SIGN = 4;
const QUOTE = 5;

/**
 * Returns the class of each ASCII character at the beginning of a token; 0: left to the lexer, such as a comment or a
 * date.
 */
function beginnings(forTheLexer: string): Uint8Array {
  const table = new Uint8Array(128).fill(BLANK, 0, 33).fill(SIGN, 33);
  for (let code = 33; code < 128; code += 1) {
    const char = String.fromCharCode(code);
    if (/[A-Za-z_]/.test(char)) table[code] = NAME;
    else if (/\d/.test(char)) table[code] = DIGIT;
    else if (char === '"') table[code] = QUOTE;
    else if (forTheLexer.includes(char)) table[code] = 0;
  }
  return table;
}
const BEGINS = {
  'visual-basic': beginnings("'#$["),
  csharp: beginnings("'/$@#"),
} as const satisfies Record<Dialect, Uint8Array>;

const DOUBLE_QUOTE = 34;
const DOT = 46;
const COLON = 58;
const EQUALS = 61;
const BACKSLASH = 92;
const LAST_ASCII = 127;

/** Slots of the table of words, a power of two; words that share a slot replace each other. */
const SLOTS = 2048;
/** Longer words are not cached. */
const WORD_LENGTH_MAX = 48;
/** With more names, each would have to be compared with too many. */
const NAMES_MAX = 50;

/** Returns the names that an expression mentions; undefined when only its tokens show them. */
export type PlainMentions = (text: string) => readonly string[] | undefined;

/**
 * Creates the search for one language, with results cached by word.
 * @param keyOf the key of a name; '' for a reserved word
 */
export function createPlainMentions(dialect: Dialect, keyOf: (word: string) => string): PlainMentions {
  const begins = BEGINS[dialect];
  const ignoresRemarks = dialect === 'visual-basic';
  const words: string[] = new Array<string>(SLOTS).fill('');
  const keys: string[] = new Array<string>(SLOTS).fill('');
  /** Buffer for the names found: an array that grows takes several times the memory of its contents. */
  const found: string[] = new Array<string>(NAMES_MAX).fill('');

  function keyIn(text: string, start: number, end: number, hash: number): string {
    if (end - start > WORD_LENGTH_MAX) return keyOf(text.slice(start, end));
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (words[slot]!.length !== end - start || !text.startsWith(words[slot]!, start)) {
      words[slot] = internal(text.slice(start, end));
      keys[slot] = internal(keyOf(words[slot]!));
    }
    return keys[slot]!;
  }

  return (text) => {
    let count = 0;
    const { length } = text;
    let isMember = false;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      const kind = code > LAST_ASCII ? 0 : begins[code]!;
      if (kind === 0) return undefined;
      if (kind === BLANK) {
        at += 1;
      } else if (kind === SIGN) {
        isMember = code === DOT;
        at += 1;
      } else if (kind === QUOTE) {
        at = behindText(text, at, dialect);
        if (at === -1) return undefined;
        isMember = false;
      } else {
        const start = at;
        let hash = 0;
        for (; at < length; at += 1) {
          const next = text.charCodeAt(at);
          if (next > LAST_ASCII) return undefined;
          if (begins[next] !== NAME && begins[next] !== DIGIT) break;
          hash = Math.imul(hash, 31) + next;
        }
        // The lexer knows whether it begins a comment.
        if (at - start === 3 && ignoresRemarks && /^rem$/i.test(text.slice(start, at))) return undefined;
        if (kind === NAME && !isMember && !isParameterName(text, at)) {
          const key = keyIn(text, start, at, hash);
          if (key !== '' && !isAmong(found, count, key)) {
            if (count === NAMES_MAX) return undefined;
            found[count] = key;
            count += 1;
          }
        }
        isMember = false;
      }
    }
    return count === 0 ? NONE : found.slice(0, count);
  };
}

const NONE: readonly string[] = [];

function isAmong(found: readonly string[], count: number, key: string): boolean {
  for (let i = 0; i < count; i += 1) if (found[i] === key) return true;
  return false;
}

/** Returns whether `name:=value` names a parameter of the function, not a variable. */
function isParameterName(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 32) at += 1;
  return text.charCodeAt(at) === COLON && text.charCodeAt(at + 1) === EQUALS;
}

/**
 * Returns the offset behind the text whose quotation mark stands at `from`; -1 when its end is none of the plain ones.
 */
function behindText(text: string, from: number, dialect: Dialect): number {
  const isVisualBasic = dialect === 'visual-basic';
  if (!isVisualBasic && text.startsWith('"""', from)) return -1;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isVisualBasic) {
      // Typographic marks are as good as plain ones, and a letter behind the mark may belong to it.
      if (code > LAST_ASCII) return -1;
      if (code !== DOUBLE_QUOTE) continue;
      if (text.charCodeAt(at + 1) === DOUBLE_QUOTE) at += 1;
      else return /[cC]/.test(text[at + 1] ?? '') ? -1 : at + 1;
    } else if (code === BACKSLASH) at += 1;
    else if (code === DOUBLE_QUOTE) return at + 1;
  }
  return text.length;
}
