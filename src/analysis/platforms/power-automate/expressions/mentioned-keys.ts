/** Keys of mentions, looked up by the bytes of their names: files consist of a few hundred of them. */
import { MATCHED_BYTES, matchedName } from '../../../model/flow-names.ts';

const BLANK = 0x20;

/** A kind of names with one prefix in keys. */
export interface KeyKind {
  readonly prefix: string;
  /** By byte of a name, the character that keys have for it; 0 outside ASCII. */
  readonly characters: Uint8Array;
  readonly joinsBlanks: boolean;
}

/**
 * Creates a kind of names, which keys have in lower case.
 * @param joinsBlanks whether they are matched like names of actions
 */
export function keyKind(prefix: string, joinsBlanks: boolean): KeyKind {
  const characters = Uint8Array.from(MATCHED_BYTES);
  if (!joinsBlanks) characters[BLANK] = BLANK;
  return { prefix, characters, joinsBlanks };
}

/** Slots of the table, a power of two; keys that share a slot replace each other. */
const SLOTS = 8192;
/** Longer names seldom recur. */
const NAME_BYTES_MAX = 96;
/** Number of bytes hashed at the end of a name: names differ there. */
const HASHED_BYTES = 16;

const keys = new Array<string | undefined>(SLOTS).fill(undefined);
const kinds = new Array<KeyKind | undefined>(SLOTS).fill(undefined);
/** The names in the keys, and their lengths: comparing bytes takes half as long as comparing characters. */
const names = new Uint8Array(SLOTS * NAME_BYTES_MAX);
const lengths = new Uint8Array(SLOTS);

/** Returns whether the key in a slot is that of the name in a range of bytes. */
function holds(slot: number, kind: KeyKind, bytes: Buffer, start: number, end: number): boolean {
  if (kinds[slot] !== kind || lengths[slot] !== end - start) return false;
  const { characters } = kind;
  for (let at = start, i = slot * NAME_BYTES_MAX; at < end; at += 1, i += 1)
    if (names[i] !== characters[bytes[at]!]) return false;
  return true;
}

/** Returns the key of the name in a range of bytes; undefined for one that is long, not ASCII or has a NUL. */
export function keyAt(kind: KeyKind, bytes: Buffer, start: number, end: number): string | undefined {
  if (end - start > NAME_BYTES_MAX) return undefined;
  const { characters } = kind;
  let hash = kind.prefix.length ^ (end - start);
  for (let at = Math.max(start, end - HASHED_BYTES); at < end; at += 1)
    hash = Math.imul(hash ^ characters[bytes[at]!]!, 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  if (holds(slot, kind, bytes, start, end)) return keys[slot];
  const key = textOf(kind, bytes, start, end);
  if (key === undefined) return undefined;
  keys[slot] = key;
  kinds[slot] = kind;
  lengths[slot] = end - start;
  for (let at = start, i = slot * NAME_BYTES_MAX; at < end; at += 1, i += 1)
    names[i] = characters[bytes[at]!]!;
  return key;
}

function textOf(
  { prefix, characters, joinsBlanks }: KeyKind,
  bytes: Buffer,
  start: number,
  end: number,
): string | undefined {
  for (let at = start; at < end; at += 1) if (characters[bytes[at]!] === 0) return undefined;
  const name = bytes.toString('latin1', start, end);
  return prefix + (joinsBlanks ? matchedName(name) : name.toLowerCase());
}
