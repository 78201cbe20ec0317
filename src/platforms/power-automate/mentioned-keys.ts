/** Keys of what expressions mention, found from the bytes of their names: files are made of a few hundred of them. */
import { internal } from '../shared-names.ts';

/** What stands before the names of one kind. */
export interface KeyKind {
  readonly prefix: string;
  /** Blanks and `_` are one: the file has the latter, hand-written references sometimes the former. */
  readonly joinsBlanks: boolean;
}

export interface MentionedKey {
  readonly kind: KeyKind;
  readonly text: string;
  /** What an expression mentions that mentions nothing else. */
  readonly alone: readonly string[];
}

/** Slots of the table, a power of two; keys that meet in one take turns. */
const SLOTS = 4096;
/** Longer names are seldom met twice. */
const NAME_BYTES_MAX = 100;
const ASCII = 0x80;
const BLANK = 0x20;
const UNDERSCORE = 0x5f;

const slots = new Array<MentionedKey | undefined>(SLOTS).fill(undefined);

/** A key as it stands. */
export function makeKey(kind: KeyKind, name: string): MentionedKey {
  const text = internal(kind.prefix + name);
  return { kind, text, alone: [text] };
}

/** A byte of a name as keys have it: in lower case. */
function inKey(byte: number, { joinsBlanks }: KeyKind): number {
  if (byte === BLANK && joinsBlanks) return UNDERSCORE;
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

function isNamed({ kind, text }: MentionedKey, bytes: Uint8Array, start: number, end: number): boolean {
  const first = kind.prefix.length;
  if (text.length - first !== end - start) return false;
  for (let i = 0; i < end - start; i += 1)
    if (text.charCodeAt(first + i) !== inKey(bytes[start + i]!, kind)) return false;
  return true;
}

/** The key of the name in a range of bytes; undefined for one that is long or not ASCII. */
export function keyAt(
  kind: KeyKind,
  bytes: Uint8Array,
  start: number,
  end: number,
): MentionedKey | undefined {
  if (end - start > NAME_BYTES_MAX) return undefined;
  let hash = kind.prefix.length;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= ASCII) return undefined;
    hash = Math.imul(hash ^ inKey(byte, kind), 0x01000193);
  }
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const known = slots[slot];
  if (known !== undefined && known.kind === kind && isNamed(known, bytes, start, end)) return known;
  let name = '';
  for (let at = start; at < end; at += 1) name += String.fromCharCode(inKey(bytes[at]!, kind));
  const key = makeKey(kind, name);
  slots[slot] = key;
  return key;
}
