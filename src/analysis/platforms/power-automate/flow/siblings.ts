/** Look-up of sibling actions by their keys, without strings where possible. */
import { MATCHED_BYTES, matchedName } from '../../../model/flow-names.ts';
import { type JsonDocument, ownKeyOf, TextMark } from '../../json/document.ts';

/** Number of bytes hashed at the end of a key: names of actions differ there. */
const HASHED_BYTES = 12;
/** Maximum number of actions in one place for a linear search. */
const FEW = 16;

/** Returns whether a key can be matched as it stands, without being decoded. */
function isPlain(doc: JsonDocument, at: number): boolean {
  return (
    (doc.marks[at]! & TextMark.keyEscape) === 0 && doc.text.isAscii(doc.keyStarts[at]!, doc.keyEnds[at]!)
  );
}

/** Returns the hash of a plain key's matched form. */
function hashOf({ bytes, keyStarts, keyEnds }: JsonDocument, at: number): number {
  const start = keyStarts[at]!;
  const end = keyEnds[at]!;
  let hash = end - start;
  for (let i = Math.max(start, end - HASHED_BYTES); i < end; i += 1)
    hash = Math.imul(hash ^ MATCHED_BYTES[bytes[i]!]!, 0x01000193);
  return hash;
}

/** Returns whether two plain keys match. They are compared from their ends, where names of actions differ. */
function isSame({ bytes, keyStarts, keyEnds }: JsonDocument, one: number, other: number): boolean {
  const start = keyStarts[one]!;
  let i = keyEnds[one]!;
  let j = keyEnds[other]!;
  if (i - start !== j - keyStarts[other]!) return false;
  while (i > start) {
    i -= 1;
    j -= 1;
    const byte = bytes[i]!;
    const otherByte = bytes[j]!;
    if (byte !== otherByte && MATCHED_BYTES[byte] !== MATCHED_BYTES[otherByte]) return false;
  }
  return true;
}

/** Keys of the actions of a flow, by their index among all activities. */
export interface ActionKeys {
  readonly doc: JsonDocument;
  /** Position of each. */
  readonly places: number[];
  /** The action before it in the same place; -1 for the first. */
  readonly befores: number[];
}

/** The actions of one place in the flow. Nearly always they are few. */
export class Siblings {
  private readonly keys: ActionKeys;
  /** All keys are plain, and no two of them match. */
  private readonly areDecoded: boolean;
  private last = -1;
  private count = 0;
  /** By hash; built when there are many actions. */
  private byHash: Map<number, number> | undefined = undefined;
  /** By matched key; built when hashes are ambiguous. */
  private byKey: Map<string, number> | undefined = undefined;

  constructor(keys: ActionKeys, areDecoded: boolean) {
    this.keys = keys;
    this.areDecoded = areDecoded;
  }

  /** Adds the next of all actions. Of those with matching keys the last counts. */
  add(at: number, index: number): void {
    const { places, befores } = this.keys;
    places.push(at);
    befores.push(this.last);
    this.last = index;
    this.count += 1;
  }

  /** Returns the index of the action that a key of `runAfter` names, or -1. To be called when all are added. */
  find(at: number): number {
    const { doc } = this.keys;
    if (!this.areDecoded || !isPlain(doc, at)) return this.findDecoded(matchedName(ownKeyOf(doc, at)));
    return this.count > FEW ? this.findAmongMany(at) : this.findAmongFew(at);
  }

  private findAmongFew(at: number): number {
    const { doc, places, befores } = this.keys;
    let index = this.last;
    while (index !== -1 && !isSame(doc, places[index]!, at)) index = befores[index]!;
    return index;
  }

  private findAmongMany(at: number): number {
    const { doc, places, befores } = this.keys;
    if (this.byHash === undefined) {
      this.byHash = new Map();
      for (let index = this.last; index !== -1; index = befores[index]!)
        this.byHash.set(hashOf(doc, places[index]!), index);
    }
    const index = this.byHash.get(hashOf(doc, at)) ?? -1;
    return index !== -1 && isSame(doc, places[index]!, at) ? index : -1;
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

/** Returns the members whose key another member of the same object has too; undefined when there is none. */
export function repeatedKeys(doc: JsonDocument, first: number): ReadonlyMap<string, number> | undefined {
  if (!mayRepeat(doc, first)) return undefined;
  const last = new Map<string, number>();
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!)
    last.set(ownKeyOf(doc, child), child);
  return last;
}

function mayRepeat(doc: JsonDocument, first: number): boolean {
  let count = 0;
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    if (count === FEW) return mayRepeatAmongMany(doc, first);
    if (!isPlain(doc, child)) return true;
    for (let other = first; other !== child; other = doc.nextSiblings[other]!)
      if (isSame(doc, other, child)) return true;
    count += 1;
  }
  return false;
}

function mayRepeatAmongMany(doc: JsonDocument, first: number): boolean {
  const seen = new Set<number>();
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    const hash = hashOf(doc, child);
    if (!isPlain(doc, child) || seen.has(hash)) return true;
    seen.add(hash);
  }
  return false;
}
