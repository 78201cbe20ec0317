/** Finds actions beside each other by their keys, without a string of any of them where that can be avoided. */
import { MATCHED_BYTES, matchedName } from '../../model/action-name.ts';
import { type JsonDocument, ownKeyOf, TextMark } from '../json-document.ts';

/** The hash of a key that has to be decoded before it can be matched. */
const DECODE = -1;
/** Of the end of a key. */
const HASHED_BYTES = 12;
/** Places with more actions than this are not gone through for each question. */
const FEW = 16;

/** What a key as it is matched hashes to, or `DECODE`. Names of actions differ at their ends, so those are enough. */
function hashOf(doc: JsonDocument, at: number): number {
  const start = doc.keyStarts[at]!;
  const end = doc.keyEnds[at]!;
  if ((doc.marks[at]! & TextMark.keyEscape) !== 0 || !doc.text.isAscii(start, end)) return DECODE;
  const { bytes } = doc;
  let hash = end - start;
  for (let i = Math.max(start, end - HASHED_BYTES); i < end; i += 1)
    hash = Math.imul(hash ^ MATCHED_BYTES[bytes[i]!]!, 0x01000193);
  return hash & 0x3fffffff;
}

/** Whether two ASCII keys are matched as one. */
function isSame(doc: JsonDocument, one: number, other: number): boolean {
  const { bytes, keyStarts, keyEnds } = doc;
  const start = keyStarts[one]!;
  const length = keyEnds[one]! - start;
  const otherStart = keyStarts[other]!;
  if (keyEnds[other]! - otherStart !== length) return false;
  for (let i = 0; i < length; i += 1) {
    const byte = bytes[start + i]!;
    const otherByte = bytes[otherStart + i]!;
    if (byte !== otherByte && MATCHED_BYTES[byte] !== MATCHED_BYTES[otherByte]) return false;
  }
  return true;
}

/** What is known of the actions of a flow, by their index among all activities. */
export interface ActionKeys {
  readonly doc: JsonDocument;
  /** Where each stands. */
  readonly places: number[];
  readonly hashes: number[];
  /** The action before it in the same place; -1 for the first. */
  readonly befores: number[];
}

/** The actions of one place in the flow. Nearly always they are few. */
export class Siblings {
  private readonly keys: ActionKeys;
  /** No two of their keys have one hash, and none has to be decoded. */
  private readonly areTold: boolean;
  private last = -1;
  private count = 0;
  /** By hash; made when the actions are many. */
  private byHash: Map<number, number> | undefined = undefined;
  /** By key as it is matched; made when hashes do not tell them apart. */
  private byKey: Map<string, number> | undefined = undefined;

  constructor(keys: ActionKeys, areTold: boolean) {
    this.keys = keys;
    this.areTold = areTold;
  }

  /** Adds the next of all actions. Of those that are matched as one the last counts. */
  add(at: number, index: number): void {
    const { doc, places, hashes, befores } = this.keys;
    places.push(at);
    hashes.push(hashOf(doc, at));
    befores.push(this.last);
    this.last = index;
    this.count += 1;
  }

  /** The index of the action that a key of `runAfter` means, or -1. To be asked when all are added. */
  find(at: number): number {
    const { doc, places } = this.keys;
    const hash = hashOf(doc, at);
    if (hash === DECODE || !this.areTold) return this.findDecoded(matchedName(ownKeyOf(doc, at)));
    const index = this.count > FEW ? this.findAmongMany(hash) : this.findAmongFew(hash);
    return index !== -1 && isSame(doc, places[index]!, at) ? index : -1;
  }

  private findAmongFew(hash: number): number {
    const { hashes, befores } = this.keys;
    let index = this.last;
    while (index !== -1 && hashes[index] !== hash) index = befores[index]!;
    return index;
  }

  private findAmongMany(hash: number): number {
    const { hashes, befores } = this.keys;
    if (this.byHash === undefined) {
      this.byHash = new Map();
      for (let index = this.last; index !== -1; index = befores[index]!)
        this.byHash.set(hashes[index]!, index);
    }
    return this.byHash.get(hash) ?? -1;
  }

  private findDecoded(key: string): number {
    const { doc, places, befores } = this.keys;
    if (this.byKey === undefined) {
      this.byKey = new Map();
      for (let index = this.last; index !== -1; index = befores[index]!) {
        const known = matchedName(ownKeyOf(doc, places[index]!));
        if (!this.byKey.has(known)) this.byKey.set(known, index);
      }
    }
    return this.byKey.get(key) ?? -1;
  }
}

/** The members whose key an earlier or later member of the same object has too; undefined when there is none. */
export function repeatedKeys(doc: JsonDocument, first: number): ReadonlyMap<string, number> | undefined {
  if (!mayRepeat(doc, first)) return undefined;
  const last = new Map<string, number>();
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!)
    last.set(ownKeyOf(doc, child), child);
  return last;
}

/** Hashes of the members that are looked at. */
const seenHashes = new Int32Array(FEW);

function mayRepeat(doc: JsonDocument, first: number): boolean {
  if (first !== -1 && doc.nextSiblings[first] === -1) return hashOf(doc, first) === DECODE;
  let count = 0;
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    if (count === FEW) return mayRepeatAmongMany(doc, first);
    const hash = hashOf(doc, child);
    if (hash === DECODE) return true;
    for (let i = 0; i < count; i += 1) if (seenHashes[i] === hash) return true;
    seenHashes[count] = hash;
    count += 1;
  }
  return false;
}

function mayRepeatAmongMany(doc: JsonDocument, first: number): boolean {
  const seen = new Set<number>();
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    const hash = hashOf(doc, child);
    if (hash === DECODE || seen.has(hash)) return true;
    seen.add(hash);
  }
  return false;
}
