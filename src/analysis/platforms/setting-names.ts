/**
 * Interned dotted names of settings, looked up by the bytes of their keys. Files of a platform have a few thousand
 * names: a known one costs no string, and is the same object wherever it stands.
 */
import { isRemembered, takeNameId } from '../model/interning/name-facts.ts';
import { ownText } from '../model/interning/own-text.ts';
import { type JsonDocument, keyOf, stringOf } from './json/document.ts';
import { internal, stands } from './shared-names.ts';

/** Slots of the table, a power of two; names that share a slot replace each other. */
const SLOTS = 16_384;
/** Longer keys are data, and longer names seldom recur. */
const KEY_BYTES_MAX = 48;
const NAME_LENGTH_MAX = 200;
/** New names of a document that are cached: real files have some hundred, and what has more has data for keys. */
const NEW_NAMES_MAX = 5_000;
/** Indexes in lists whose names are cached. */
const ITEMS_MAX = 100;

/** Returns the mark of a key in a place with a mark; 0: none. */
export type MarkOf = (parentMark: number, key: string) => number;

/** The name of one place in the settings of a step. */
export interface SettingPlaceName {
  /** `inputs.host.apiId` */
  readonly text: string;
  /** The last part. */
  readonly key: string;
  /** For a name with a number: the bytes of the key, four by four, as they stand in a document. */
  readonly words: readonly number[];
  /** Mark of the place for the reader; 0: none. */
  readonly mark: number;
  /** The place has no mark, and its key has no `@`, as computed keys have. */
  readonly isPlain: boolean;
  /** Its number; undefined for a name that is not cached, as are all below it. */
  readonly id: number | undefined;
  readonly parent: SettingPlaceName | undefined;
  /** Names of the entries, when it is a list. */
  items: SettingPlaceName[] | undefined;
  /** The last two names of its first member and of the member behind it: nearly always one of them recurs. */
  first: SettingPlaceName | undefined;
  otherFirst: SettingPlaceName | undefined;
  next: SettingPlaceName | undefined;
  otherNext: SettingPlaceName | undefined;
}

/** Names of one platform. They live as long as the thread, and are no more than the table has slots. */
export class SettingNames {
  readonly #markOf: MarkOf;
  readonly #lengthMax: number;
  readonly #slots: (SettingPlaceName | undefined)[] = new Array<SettingPlaceName | undefined>(SLOTS).fill(
    undefined,
  );
  readonly #rootMark: number;
  #root: SettingPlaceName;
  /** Text that the last new name stood in, and how many new names it had so far. */
  #lastText = new WeakRef<Buffer>(NO_TEXT);
  #newNames = 0;

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

  /** Returns the name that settings of a step begin with. */
  get root(): SettingPlaceName {
    // Names whose numbers have been dropped are interned anew.
    if (!isRemembered(this.#root.id!)) {
      this.#slots.fill(undefined);
      this.#root = this.#make(undefined, '', '', this.#rootMark, true);
    }
    return this.#root;
  }

  /**
   * Returns the name of a member of a place.
   * @param previous that of the member before it, undefined for the first
   */
  member(
    parent: SettingPlaceName,
    previous: SettingPlaceName | undefined,
    doc: JsonDocument,
    value: number,
  ): SettingPlaceName {
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

  /** Returns the name of the part of a place that a string of the document names. */
  called(parent: SettingPlaceName, doc: JsonDocument, value: number): SettingPlaceName {
    const start = doc.starts[value]! + 1;
    const end = doc.ends[value]! - 1;
    return (
      this.#find(parent, doc.bytes, start, end) ??
      this.#meet(parent, stringOf(doc, value) ?? '', doc.bytes, start, end)
    );
  }

  #find(parent: SettingPlaceName, bytes: Buffer, start: number, end: number): SettingPlaceName | undefined {
    const known = this.#slots[slotOf(parent, bytes, start, end)];
    const isKnown = known !== undefined && known.parent === parent && stands(known.key, bytes, start, end);
    return isKnown ? known : undefined;
  }

  /** Interns a name that is not in the table. */
  #meet(parent: SettingPlaceName, key: string, bytes: Buffer, start: number, end: number): SettingPlaceName {
    if (this.#lastText.deref() !== bytes) {
      this.#lastText = new WeakRef(bytes);
      this.#newNames = 0;
    }
    this.#newNames += 1;
    const isCached =
      parent.id !== undefined &&
      this.#newNames <= NEW_NAMES_MAX &&
      end - start <= KEY_BYTES_MAX &&
      isPlainAscii(bytes, start, end) &&
      parent.text.length + key.length < NAME_LENGTH_MAX;
    const name = this.#below(parent, key, isCached);
    if (isCached) this.#slots[slotOf(parent, bytes, start, end)] = name;
    return name;
  }

  /** Returns the name of an entry of a list. */
  item(parent: SettingPlaceName, index: number): SettingPlaceName {
    const known = parent.items?.[index];
    if (known !== undefined) return known;
    const isCached = parent.id !== undefined && index === (parent.items?.length ?? 0) && index < ITEMS_MAX;
    const name = this.#below(parent, String(index), isCached);
    if (isCached) (parent.items ??= []).push(name);
    return name;
  }

  /** Returns the name of a part that has none. */
  unnamed(parent: SettingPlaceName): SettingPlaceName {
    return this.#below(parent, '', false);
  }

  /** Returns a name of the reader's own. */
  fixed(text: string): SettingPlaceName {
    return this.#make(undefined, text, text, 0, true);
  }

  /**
   * Returns a name that an author invented, such as that of a variable: neither it nor the names below it are cached.
   */
  own(text: string): SettingPlaceName {
    return name(undefined, text, text, NO_WORDS, 0, undefined);
  }

  #below(parent: SettingPlaceName, key: string, isCached: boolean): SettingPlaceName {
    const full = parent.parent === undefined && parent.text === '' ? key : `${parent.text}.${key}`;
    const text = full.length > this.#lengthMax ? full.slice(0, this.#lengthMax) : full;
    return this.#make(parent, text, key, this.#markOf(parent.mark, key), isCached);
  }

  #make(
    parent: SettingPlaceName | undefined,
    text: string,
    key: string,
    mark: number,
    isCached: boolean,
  ): SettingPlaceName {
    if (!isCached) return name(parent, text, key, NO_WORDS, mark, undefined);
    const own = ownText(key);
    return name(parent, internal(text), own, wordsOf(own), mark, takeNameId());
  }
}

const NO_TEXT = Buffer.alloc(0);
const NO_WORDS: readonly number[] = [];

/** Returns the bytes of a key of ASCII characters, four by four, the last ones filled up with zeros. */
function wordsOf(key: string): readonly number[] {
  const bytes = new DataView(new ArrayBuffer(key.length + 3));
  for (let at = 0; at < key.length; at += 1) bytes.setUint8(at, key.charCodeAt(at));
  return Array.from({ length: Math.ceil(key.length / 4) }, (_, at) => bytes.getInt32(at * 4, true));
}

/**
 * Returns whether the key of a name with a number is that of a member. Behind it stand `":` and a value: four bytes can
 * be read.
 */
function isKey(
  { key, words }: SettingPlaceName,
  { text }: JsonDocument,
  start: number,
  end: number,
): boolean {
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
  parent: SettingPlaceName | undefined,
  text: string,
  key: string,
  words: readonly number[],
  mark: number,
  id: number | undefined,
): SettingPlaceName {
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

/** Returns the slot of a key. Long keys are hashed by their beginning only: they are not cached. */
function slotOf(parent: SettingPlaceName, bytes: Buffer, start: number, end: number): number {
  const last = Math.min(end, start + KEY_BYTES_MAX);
  let hash = Math.imul(parent.id ?? 0, 0x9e3779b1);
  for (let at = start; at < last; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function isPlainAscii(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === 0x5c || bytes[at]! >= 0x80) return false;
  return true;
}
