/** Finds actions beside each other by their keys, without a string of any of them where that can be avoided. */
import { type JsonDocument, ownKeyOf } from '../json-document.ts';

const BACKSLASH = 0x5c;
const BLANK = 0x20;
const UNDERSCORE = 0x5f;

/** Action keys as `runAfter` and expressions match them. */
export function normalKey(key: string): string {
  const lower = key.toLowerCase();
  return lower.includes(' ') ? lower.replaceAll(' ', '_') : lower;
}

/** A byte of an ASCII key as it is matched. */
function normalByte(byte: number): number {
  if (byte === BLANK) return UNDERSCORE;
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

/** What a key's normal form hashes to, or -1 for one that has to be decoded first. */
function hashOf(doc: JsonDocument, at: number): number {
  const { bytes } = doc;
  const end = doc.keyEnds[at]!;
  let hash = 0;
  for (let i = doc.keyStarts[at]!; i < end; i += 1) {
    const byte = bytes[i]!;
    if (byte === BACKSLASH || byte >= 0x80) return -1;
    hash = Math.imul(hash ^ normalByte(byte), 0x01000193);
  }
  return hash & 0x3fffffff;
}

/** Whether two ASCII keys are matched as one. */
function isSame(doc: JsonDocument, one: number, other: number): boolean {
  const { bytes, keyStarts, keyEnds } = doc;
  const start = keyStarts[one]!;
  const length = keyEnds[one]! - start;
  const otherStart = keyStarts[other]!;
  if (keyEnds[other]! - otherStart !== length) return false;
  for (let i = 0; i < length; i += 1)
    if (normalByte(bytes[start + i]!) !== normalByte(bytes[otherStart + i]!)) return false;
  return true;
}

/** The actions of one place in the flow. */
export class Siblings {
  readonly #doc: JsonDocument;
  /** By hash, the value of the last action and its index among all activities. */
  readonly #byHash = new Map<number, { readonly at: number; readonly index: number }>();
  /** By normal key; made when a key has to be decoded or two of them are as good as one. */
  #byKey: Map<string, number> | undefined;
  readonly #added: { readonly at: number; readonly index: number }[] = [];

  constructor(doc: JsonDocument) {
    this.#doc = doc;
  }

  /** Adds an action. Of those that are matched as one the last counts. */
  add(at: number, index: number): void {
    const entry = { at, index };
    this.#added.push(entry);
    const hash = hashOf(this.#doc, at);
    if (hash === -1 || this.#byHash.has(hash)) this.#byKey ??= new Map();
    this.#byHash.set(hash, entry);
  }

  /** The index of the action that a key of `runAfter` means, or -1. To be asked when all are added. */
  find(at: number): number {
    const hash = hashOf(this.#doc, at);
    if (hash === -1 || this.#byKey !== undefined)
      return this.#findDecoded(normalKey(ownKeyOf(this.#doc, at)));
    const entry = this.#byHash.get(hash);
    return entry !== undefined && isSame(this.#doc, entry.at, at) ? entry.index : -1;
  }

  #findDecoded(key: string): number {
    this.#byKey ??= new Map();
    if (this.#byKey.size === 0)
      for (const { at, index } of this.#added) this.#byKey.set(normalKey(ownKeyOf(this.#doc, at)), index);
    return this.#byKey.get(key) ?? -1;
  }
}

/** The members whose key an earlier or later member of the same object has too; undefined when there is none. */
export function repeatedKeys(doc: JsonDocument, first: number): ReadonlyMap<string, number> | undefined {
  const seen = new Set<number>();
  let mayRepeat = false;
  for (let child = first; child !== -1 && !mayRepeat; child = doc.nextSiblings[child]!) {
    const hash = hashOf(doc, child);
    mayRepeat = hash === -1 || seen.has(hash);
    seen.add(hash);
  }
  if (!mayRepeat) return undefined;
  const last = new Map<string, number>();
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!)
    last.set(ownKeyOf(doc, child), child);
  return last;
}
