/**
 * Dotted names of settings, found from the bytes of their keys. Files of a platform are made of a few thousand names:
 * one that has been met before costs no text, and is the same object in programs wherever it stands.
 */
import { isRemembered, takeNameId } from '../model/interning/name-facts.ts';
import { ownText } from '../model/interning/own-text.ts';
import { type JsonDocument, keyOf, stringOf } from './json/document.ts';
import { internal, stands } from './shared-names.ts';

/** Slots of the table, a power of two; names that meet in one take turns. */
const SLOTS = 16_384;
/** Longer keys are data, and longer names are seldom met again. */
const KEY_BYTES_MAX = 48;
const NAME_LENGTH_MAX = 200;
/** Places of lists whose names are remembered. */
const ITEMS_MAX = 100;

/** What a key means to the reader in a place with a mark; 0: nothing. */
export type MarkOf = (parentMark: number, key: string) => number;

/** The name of one place in the settings of a step. */
export interface SettingName {
  /** `inputs.host.apiId` */
  readonly text: string;
  /** The last part. */
  readonly key: string;
  /** For a name with a number: the bytes of the key, four by four, as they stand in a document. */
  readonly words: readonly number[];
  /** What the place means to the reader; 0: nothing. */
  readonly mark: number;
  /** The place means nothing to the reader, and its key has no `@`, as those that are computed have. */
  readonly isPlain: boolean;
  /** Its number; undefined for one that is not worth remembering, as are all below it. */
  readonly id: number | undefined;
  readonly parent: SettingName | undefined;
  /** Names of the entries, when it is a list. */
  items: SettingName[] | undefined;
  /** What stood first in it, and behind it, when it was met before, and what did before that: nearly always one does again. */
  first: SettingName | undefined;
  otherFirst: SettingName | undefined;
  next: SettingName | undefined;
  otherNext: SettingName | undefined;
}

/** The names of one platform. They live as long as the thread, and are no more than the table has slots. */
export class SettingNames {
  readonly #markOf: MarkOf;
  readonly #lengthMax: number;
  readonly #slots: (SettingName | undefined)[] = new Array<SettingName | undefined>(SLOTS).fill(undefined);
  readonly #rootMark: number;
  #root: SettingName;

  /**
   * @param rootMark the mark of `root`
   * @param lengthMax characters of a name; longer ones are cut
   */
  constructor(markOf: MarkOf, rootMark: number, lengthMax = Number.POSITIVE_INFINITY) {
    this.#markOf = markOf;
    this.#lengthMax = lengthMax;
    this.#rootMark = rootMark;
    this.#root = this.#make(undefined, '', '', rootMark, true);
  }

  /** What the settings of a step begin with. */
  get root(): SettingName {
    // Names whose numbers have been forgotten are met anew.
    if (!isRemembered(this.#root.id!)) {
      this.#slots.fill(undefined);
      this.#root = this.#make(undefined, '', '', this.#rootMark, true);
    }
    return this.#root;
  }

  /**
   * The name of a member of a place.
   * @param previous that of the member before it, undefined for the first
   */
  member(
    parent: SettingName,
    previous: SettingName | undefined,
    doc: JsonDocument,
    value: number,
  ): SettingName {
    const start = doc.keyStarts[value]!;
    const end = doc.keyEnds[value]!;
    const guess = previous === undefined ? parent.first : previous.next;
    if (guess !== undefined && guess.parent === parent && isKey(guess, doc, start, end)) return guess;
    const other = previous === undefined ? parent.otherFirst : previous.otherNext;
    const name =
      other !== undefined && other.parent === parent && isKey(other, doc, start, end)
        ? other
        : (this.#find(parent, doc.bytes, start, end) ??
          this.#meet(parent, keyOf(doc, value), doc.bytes, start, end));
    if (name.id === undefined) return name;
    if (previous === undefined) {
      parent.otherFirst = guess;
      parent.first = name;
    } else {
      previous.otherNext = guess;
      previous.next = name;
    }
    return name;
  }

  /** The name of what a string of the document calls a part of a place. */
  called(parent: SettingName, doc: JsonDocument, value: number): SettingName {
    const start = doc.starts[value]! + 1;
    const end = doc.ends[value]! - 1;
    return (
      this.#find(parent, doc.bytes, start, end) ??
      this.#meet(parent, stringOf(doc, value) ?? '', doc.bytes, start, end)
    );
  }

  #find(parent: SettingName, bytes: Buffer, start: number, end: number): SettingName | undefined {
    const known = this.#slots[slotOf(parent, bytes, start, end)];
    const isKnown = known !== undefined && known.parent === parent && stands(known.key, bytes, start, end);
    return isKnown ? known : undefined;
  }

  /** Remembers a name that has not been met, or not lately. */
  #meet(parent: SettingName, key: string, bytes: Buffer, start: number, end: number): SettingName {
    const isKept =
      parent.id !== undefined &&
      end - start <= KEY_BYTES_MAX &&
      isPlainAscii(bytes, start, end) &&
      parent.text.length + key.length < NAME_LENGTH_MAX;
    const name = this.#below(parent, key, isKept);
    if (isKept) this.#slots[slotOf(parent, bytes, start, end)] = name;
    return name;
  }

  /** The name of an entry of a list. */
  item(parent: SettingName, index: number): SettingName {
    const known = parent.items?.[index];
    if (known !== undefined) return known;
    const isKept = parent.id !== undefined && index === (parent.items?.length ?? 0) && index < ITEMS_MAX;
    const name = this.#below(parent, String(index), isKept);
    if (isKept) (parent.items ??= []).push(name);
    return name;
  }

  /** The name of a part that has none. */
  unnamed(parent: SettingName): SettingName {
    return this.#below(parent, '', false);
  }

  /** A name of ours. */
  fixed(text: string): SettingName {
    return this.#make(undefined, text, text, 0, true);
  }

  /** A name that somebody has thought up, such as that of a variable: neither it nor what is below it is remembered. */
  own(text: string): SettingName {
    return name(undefined, text, text, NO_WORDS, 0, undefined);
  }

  #below(parent: SettingName, key: string, isKept: boolean): SettingName {
    const full = parent.parent === undefined && parent.text === '' ? key : `${parent.text}.${key}`;
    const text = full.length > this.#lengthMax ? full.slice(0, this.#lengthMax) : full;
    return this.#make(parent, text, key, this.#markOf(parent.mark, key), isKept);
  }

  #make(
    parent: SettingName | undefined,
    text: string,
    key: string,
    mark: number,
    isKept: boolean,
  ): SettingName {
    if (!isKept) return name(parent, text, key, NO_WORDS, mark, undefined);
    const own = ownText(key);
    return name(parent, internal(text), own, wordsOf(own), mark, takeNameId());
  }
}

const NO_WORDS: readonly number[] = [];

/** The bytes of a key of ASCII characters, four by four, the last ones filled up with zeros. */
function wordsOf(key: string): readonly number[] {
  const bytes = new DataView(new ArrayBuffer(key.length + 3));
  for (let at = 0; at < key.length; at += 1) bytes.setUint8(at, key.charCodeAt(at));
  return Array.from({ length: Math.ceil(key.length / 4) }, (_, at) => bytes.getInt32(at * 4, true));
}

/** Whether the key of a name with a number is that of a member. Behind it stand `":` and a value: four bytes can be read. */
function isKey({ key, words }: SettingName, { text }: JsonDocument, start: number, end: number): boolean {
  if (key.length !== end - start) return false;
  const { view } = text;
  let at = start;
  for (let i = 0; i < words.length; i += 1, at += 4) {
    const differing = view.getInt32(at, true) ^ words[i]!;
    if (differing !== 0 && (at + 4 <= end || differing << ((at + 4 - end) * 8) !== 0)) return false;
  }
  return true;
}

function name(
  parent: SettingName | undefined,
  text: string,
  key: string,
  words: readonly number[],
  mark: number,
  id: number | undefined,
): SettingName {
  const isPlain = mark === 0 && !key.includes('@');
  return {
    key,
    parent,
    id,
    mark,
    isPlain,
    text,
    words,
    next: undefined,
    otherNext: undefined,
    first: undefined,
    otherFirst: undefined,
    items: undefined,
  };
}

/** Long keys are hashed by their beginning only: they are not remembered. */
function slotOf(parent: SettingName, bytes: Buffer, start: number, end: number): number {
  const last = Math.min(end, start + KEY_BYTES_MAX);
  let hash = Math.imul(parent.id ?? 0, 0x9e3779b1);
  for (let at = start; at < last; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function isPlainAscii(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === 0x5c || bytes[at]! >= 0x80) return false;
  return true;
}
