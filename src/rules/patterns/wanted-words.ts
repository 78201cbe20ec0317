/** Tells from the letters of an expression that it mentions none of the names that are looked for, without its tokens. */
import type { Expression } from '../../model/workflow.ts';

/** What a character is: no part of a word, a digit, a letter, or something that only the lexer knows. */
const DIGIT = 1;
const LETTER = 2;
const ODD = 3;
const KINDS = new Uint8Array(256).fill(ODD, 128);
KINDS.fill(DIGIT, 48, 58).fill(LETTER, 65, 91).fill(LETTER, 97, 123);
KINDS['_'.charCodeAt(0)] = LETTER;
KINDS['\\'.charCodeAt(0)] = ODD;

const CASE = 32;
const SLOTS_MIN = 32;
const SLOTS_MAX = 4096;
/** Words that fall into one slot take turns, so there are more slots than names. */
const SLOTS_PER_NAME = 8;

/** Names that are looked for, by a number of each that many share: it may say that one is there, never that none is. */
export class WantedWords {
  private readonly counts: Uint16Array;
  /** Names that are no plain words. */
  private odd = 0;

  /** @param size how many there will be */
  constructor(size: number) {
    let slots = SLOTS_MIN;
    while (slots < size * SLOTS_PER_NAME && slots < SLOTS_MAX) slots *= 2;
    this.counts = new Uint16Array(slots);
  }

  add(name: string): void {
    this.change(name, 1);
  }

  remove(name: string): void {
    this.change(name, -1);
  }

  private change(name: string, by: number): void {
    let hash = 0;
    for (let i = 0; i < name.length; i += 1) {
      const code = name.charCodeAt(i);
      const kind = KINDS[code] ?? ODD;
      if (kind !== LETTER && (kind !== DIGIT || i === 0)) {
        this.odd += by;
        return;
      }
      hash = nextHash(hash, code);
    }
    this.counts[slotOf(hash, this.counts.length)]! += by;
  }

  /** False when none of the names stands in the expression, in whatever letter case. */
  mayBeIn(expression: Expression): boolean {
    if (this.odd > 0) return true;
    const { raw } = expression;
    if (raw !== undefined) return holdsWord(this.counts, '', raw.bytes, raw.start, raw.end);
    const { text } = expression;
    return holdsWord(this.counts, text, undefined, 0, text.length);
  }
}

function slotOf(hash: number, slots: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

function nextHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | CASE)) | 0;
}

/** Of a range of bytes, or without them of a text. */
function holdsWord(
  counts: Uint16Array,
  text: string,
  bytes: Uint8Array | undefined,
  start: number,
  end: number,
): boolean {
  let hash = 0;
  /** What the word begins with, 0 between words. */
  let begins = 0;
  for (let at = start; at < end; at += 1) {
    const code = bytes === undefined ? text.charCodeAt(at) : bytes[at]!;
    const kind = KINDS[code] ?? ODD;
    if (kind === ODD) return true;
    if (kind === 0) {
      if (begins === LETTER && counts[slotOf(hash, counts.length)] !== 0) return true;
      begins = 0;
      hash = 0;
      continue;
    }
    if (begins === 0) begins = kind;
    // Where a number ends and a name begins is the lexer's to say.
    else if (begins === DIGIT && kind === LETTER) return true;
    hash = nextHash(hash, code);
  }
  return begins === LETTER && counts[slotOf(hash, counts.length)] !== 0;
}
