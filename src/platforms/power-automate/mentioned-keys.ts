/** Keys of what expressions mention, found from the bytes of their names: files are made of a few hundred of them. */
import { MATCHED_BYTES, matchedName } from '../../model/action-name.ts';

const BLANK = 0x20;

/** Things whose names have one beginning in keys. */
export interface KeyKind {
  readonly prefix: string;
  /** By byte of a name, the character that keys have for it; 0 outside ASCII. */
  readonly characters: Uint8Array;
  readonly joinsBlanks: boolean;
}

/**
 * A kind of names, which keys have in lower case.
 * @param joinsBlanks whether they are matched as names of actions are
 */
export function keyKind(prefix: string, joinsBlanks: boolean): KeyKind {
  const characters = Uint8Array.from(MATCHED_BYTES);
  if (!joinsBlanks) characters[BLANK] = BLANK;
  return { prefix, characters, joinsBlanks };
}

/** Slots of the table, a power of two; of keys that meet in a pair of them the last two stay. */
const SLOTS = 16_384;
/** Longer names are seldom met twice. */
const NAME_BYTES_MAX = 100;
/** Of the end of a name: names differ there. */
const HASHED_BYTES = 16;

const slots = new Array<string | undefined>(SLOTS).fill(undefined);

/** Whether a key is that of the name in a range of bytes. */
function isOf(
  key: string,
  { prefix, characters }: KeyKind,
  bytes: Buffer,
  start: number,
  end: number,
): boolean {
  if (key.length - prefix.length !== end - start || !key.startsWith(prefix)) return false;
  for (let at = start, i = prefix.length; at < end; at += 1, i += 1)
    if (key.charCodeAt(i) !== characters[bytes[at]!]) return false;
  return true;
}

/** The key of the name in a range of bytes; undefined for one that is long, not ASCII or has a NUL. */
export function keyAt(kind: KeyKind, bytes: Buffer, start: number, end: number): string | undefined {
  if (end - start > NAME_BYTES_MAX) return undefined;
  const { characters } = kind;
  let hash = kind.prefix.length ^ (end - start);
  for (let at = Math.max(start, end - HASHED_BYTES); at < end; at += 1)
    hash = Math.imul(hash ^ characters[bytes[at]!]!, 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 2);
  const first = slots[slot];
  if (first !== undefined && isOf(first, kind, bytes, start, end)) return first;
  const second = slots[slot + 1];
  if (second !== undefined && isOf(second, kind, bytes, start, end)) return second;
  const key = textOf(kind, bytes, start, end);
  if (key === undefined) return undefined;
  slots[slot + 1] = first;
  slots[slot] = key;
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
