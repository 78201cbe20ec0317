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

interface MentionedKey {
  readonly kind: KeyKind;
  readonly text: string;
}

/** Slots of the table, a power of two; of keys that meet in a pair of them the last two stay. */
const SLOTS = 16_384;
/** Longer names are seldom met twice. */
const NAME_BYTES_MAX = 100;
/** Of the end of a name: names differ there. */
const HASHED_BYTES = 16;

const slots = new Array<MentionedKey | undefined>(SLOTS).fill(undefined);

function isNamed(
  { text, kind }: MentionedKey,
  of: KeyKind,
  bytes: Buffer,
  start: number,
  end: number,
): boolean {
  const { prefix, characters } = of;
  if (kind !== of || text.length - prefix.length !== end - start) return false;
  for (let at = start, i = prefix.length; at < end; at += 1, i += 1)
    if (text.charCodeAt(i) !== characters[bytes[at]!]) return false;
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
  if (first !== undefined && isNamed(first, kind, bytes, start, end)) return first.text;
  const second = slots[slot + 1];
  if (second !== undefined && isNamed(second, kind, bytes, start, end)) return second.text;
  const text = textOf(kind, bytes, start, end);
  if (text === undefined) return undefined;
  slots[slot + 1] = first;
  slots[slot] = { kind, text };
  return text;
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
