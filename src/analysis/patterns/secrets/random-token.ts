/** Tokens too random for words, and the secret names before them. */
import { hasRun, runsIn, TOKEN_RUN } from '../../model/runs.ts';
import type { Text } from '../../model/text.ts';
import type { RawText } from '../../model/workflow.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { wordsOf } from '../../semantics/words.ts';
import { entropyOf } from './secret-formats.ts';

/** Entropy bounds between random tokens and words. */
export interface RandomBounds {
  readonly minLength: number;
  /** Bits per character, for tokens from the base64 and from the hexadecimal alphabet. */
  readonly base64: number;
  readonly hex: number;
}

export interface RandomToken {
  readonly token: string;
  readonly start: number;
}

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const HEX = /^[0-9a-f]{32,}$/i;
/** Length of the shortest token to inspect. */
export const RANDOM_TOKEN_MIN = 20;
/** Length of the longest token to inspect: longer ones are pictures and files. */
const TOKEN_LENGTH_MAX = 500;

/** Mean word length: words in camel case are long, those in a random token are short. */
const WORD_LENGTH_MAX = 3.2;

/** Returns whether a token has small and capital letters, at least two digits, and fewer separators than paths have. */
function isMixed(token: string): boolean {
  let [small, capital, digits, slashes] = [0, 0, 0, 0];
  for (let i = 0; i < token.length; i += 1) {
    const code = token.charCodeAt(i);
    if (code >= 97 && code <= 122) small += 1;
    else if (code >= 65 && code <= 90) capital += 1;
    else if (code >= 48 && code <= 57) digits += 1;
    else if (code === 47) slashes += 1;
  }
  return small > 0 && capital > 0 && digits >= 2 && slashes <= token.length / 12;
}

function isRandom(token: string, { minLength, base64, hex }: RandomBounds): boolean {
  if (token.length < minLength || token.length > TOKEN_LENGTH_MAX) return false;
  if (HEX.test(token)) return /[a-f]/i.test(token) && /\d/.test(token) && entropyOf(token) >= hex;
  // Cheapest check first: nearly all long tokens are names.
  if (!isMixed(token) || GUID.test(token)) return false;
  const words = wordsOf(token);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters / words.length <= WORD_LENGTH_MAX && entropyOf(token) >= base64;
}

/** Returns whether a text has a long enough run; nearly all have none. */
export function mayHoldRandomToken(text: Pick<Text, 'raw' | 'text'>): boolean {
  // Only a text outside the file is decoded: decoding costs more than the search.
  const { raw } = text;
  return raw === undefined ? hasRun(text.text, TOKEN_RUN, RANDOM_TOKEN_MIN) : mayHoldInBytes(raw);
}

/** Checks the bytes in the same way. It skips long names and ids in small letters, which most of these texts are. */
function mayHoldInBytes({ bytes, start, end }: RawText): boolean {
  let run = start;
  // The end of each possible run first, as in `hasRun`.
  while (run + RANDOM_TOKEN_MIN <= end) {
    let at = run + RANDOM_TOKEN_MIN - 1;
    while (at >= run && TOKEN_RUN[bytes[at]!] === 1) at -= 1;
    if (at < run) {
      at = run + RANDOM_TOKEN_MIN;
      while (at < end && TOKEN_RUN[bytes[at]!] === 1) at += 1;
      if (mayBeRandom(bytes, run, at)) return true;
    }
    run = at + 1;
  }
  return false;
}

/** Returns whether the range has digits and capitals, or only hexadecimal digits. */
function mayBeRandom(bytes: Uint8Array, start: number, end: number): boolean {
  let capitals = 0;
  let digits = 0;
  let others = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 0x30 && byte <= 0x39) digits += 1;
    else if (byte >= 0x41 && byte <= 0x5a) capitals += 1;
    else if (byte < 0x61 || byte > 0x66) others += 1;
  }
  return digits > 0 && (capitals > 0 || others === 0);
}

/** A line break between two lines of base64. */
const LINE_BREAK = /^\r?\n$/;

/** Yields every run of token characters outside pictures and files that are saved in lines. */
function* runsOutsideFiles(text: string): Generator<readonly [start: number, end: number]> {
  let lines: (readonly [start: number, end: number])[] = [];
  let length = 0;
  for (const run of runsIn(text, TOKEN_RUN, RANDOM_TOKEN_MIN)) {
    const last = lines.at(-1);
    if (last !== undefined && !LINE_BREAK.test(text.slice(last[1], Math.min(run[0], last[1] + 3)))) {
      if (length <= TOKEN_LENGTH_MAX) yield* lines;
      lines = [];
      length = 0;
    }
    lines.push(run);
    length += run[1] - run[0];
  }
  if (length <= TOKEN_LENGTH_MAX) yield* lines;
}

/** Yields every random token of a text. */
export function* randomTokensIn(text: string, bounds: RandomBounds): Generator<RandomToken> {
  if (text.length < bounds.minLength) return;
  for (const [start, end] of runsOutsideFiles(text)) {
    // The padding of base64 belongs to it.
    const padding = text.startsWith('==', end) ? 2 : text[end] === '=' ? 1 : 0;
    const token = text.slice(start, end + padding);
    if (isRandom(token, bounds)) yield { token, start };
  }
}

const NAME = /[\p{L}_][\p{L}\p{N}_-]*/gu;
/** Length of the longest name; the search goes this much further back so that a name is not cut in half. */
const NAME_LENGTH_MAX = 40;

/** Returns the nearest name of a secret that ends at most `window` characters before a place. */
export function secretNameBefore(text: string, start: number, window: number): string | undefined {
  const from = Math.max(0, start - window - NAME_LENGTH_MAX);
  const names = [...text.slice(from, start).matchAll(NAME)];
  for (let i = names.length - 1; i >= 0; i -= 1) {
    const { 0: name, index } = names[i]!;
    if (start - (from + index + name.length) > window) return undefined;
    if (secretness(name) !== 'no') return name;
    const pair = i > 0 ? `${names[i - 1]![0]} ${name}` : '';
    if (pair !== '' && secretness(pair) !== 'no' && secretness(names[i - 1]![0]) === 'no') return pair;
  }
  return undefined;
}
