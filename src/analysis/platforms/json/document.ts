/** A parsed JSON document, and queries for parsers and rules. */

import type { DocumentText } from '../document-text.ts';
import { sharedKey } from '../shared-names.ts';

/** The entries of `JsonDocument.kinds`. */
export const JsonKind = Object.freeze({
  object: 0,
  array: 1,
  string: 2,
  number: 3,
  true: 4,
  false: 5,
  null: 6,
});

/** Kind of a value, in JSON's words. */
export type KindName = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** The bits of `JsonDocument.marks`. */
export const TextMark = Object.freeze({
  /** The text is a string with an escape in it: it has to be decoded. */
  escape: 1,
  /** The text is a string with an `@` in it. */
  at: 2,
  /** The key has an escape in it. */
  keyEscape: 4,
});

const KIND_NAMES: readonly KindName[] = ['object', 'array', 'string', 'number', 'boolean', 'boolean', 'null'];
const BACKSLASH = 92;

/** The values of one document as columns. Values are numbered in document order, 0 is the root. */
export interface JsonDocument {
  /** The text as UTF-8 without a byte order mark; all offsets point into it. */
  readonly bytes: Buffer;
  /** The same text, to cut pieces from. */
  readonly text: DocumentText;
  /** Number of values. */
  readonly size: number;
  /** Entries of `JsonKind`. */
  readonly kinds: Uint8Array;
  /** Contents of a string and its key that the reader has met, as bits of `TextMark`. */
  readonly marks: Uint8Array;
  /** -1 for the root. */
  readonly parents: Int32Array;
  /** -1 for a last child. The first child of v is v + 1 when parents[v + 1] is v. */
  readonly nextSiblings: Int32Array;
  /** Offsets of the first byte and behind the last, quotation marks included. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Offsets of the key without its quotation marks and with its escapes; -1 for values that are no members. */
  readonly keyStarts: Int32Array;
  readonly keyEnds: Int32Array;
}

/** Returns the kind of a value. */
export function kindOf(doc: JsonDocument, value: number): KindName {
  return KIND_NAMES[doc.kinds[value]!]!;
}

/** Returns the key of a member, decoded; `''` for the root and for the entries of an array. */
export function keyOf(doc: JsonDocument, value: number): string {
  const start = doc.keyStarts[value]!;
  if (start === -1) return '';
  const end = doc.keyEnds[value]!;
  return sharedKey(doc.bytes, start, end) ?? decodeString(doc.text, start, end);
}

/** Returns the same for a key that an author invented, such as a name, which is not worth sharing. */
export function ownKeyOf(doc: JsonDocument, value: number): string {
  const start = doc.keyStarts[value]!;
  return start === -1 ? '' : decodeString(doc.text, start, doc.keyEnds[value]!);
}

/** Returns the members of an object or the entries of an array, in order. */
export function jsonChildren(doc: JsonDocument, value: number): number[] {
  const found: number[] = [];
  for (let child = firstJsonChild(doc, value); child !== -1; child = doc.nextSiblings[child]!)
    found.push(child);
  return found;
}

/** Returns the first member or entry, or -1. */
export function firstJsonChild(doc: JsonDocument, value: number): number {
  return doc.parents[value + 1] === value ? value + 1 : -1;
}

/** Returns the member with a key, or -1; the last one where a key repeats, as in JSON.parse. */
export function member(doc: JsonDocument, value: number, key: string): number {
  let found = -1;
  for (let child = firstJsonChild(doc, value); child !== -1; child = doc.nextSiblings[child]!) {
    if (isKey(doc, child, key)) found = child;
  }
  return found;
}

/** Returns whether a value is a member with this key. */
export function isKey(doc: JsonDocument, value: number, key: string): boolean {
  const start = doc.keyStarts[value]!;
  return start !== -1 && holds(doc, start, doc.keyEnds[value]!, key);
}

/** Returns whether a string equals this text. */
export function isText(doc: JsonDocument, value: number, text: string): boolean {
  return holds(doc, doc.starts[value]! + 1, doc.ends[value]! - 1, text);
}

/** Compares bytes, and decodes only where an escape or a non-ASCII character gets in the way. */
function holds(doc: JsonDocument, start: number, end: number, text: string): boolean {
  const { bytes } = doc;
  const length = end - start;
  if (length < text.length) return false;
  for (let i = 0; i < text.length; i++) {
    const byte = bytes[start + i]!;
    if (byte === BACKSLASH || byte >= 0x80) return decodeString(doc.text, start, end) === text;
    if (byte !== text.charCodeAt(i)) return false;
  }
  return length === text.length;
}

/** Returns the text of a string, or undefined for any other kind. */
export function stringOf(doc: JsonDocument, value: number): string | undefined {
  if (doc.kinds[value] !== JsonKind.string) return undefined;
  return decodeString(doc.text, doc.starts[value]! + 1, doc.ends[value]! - 1);
}

/** Returns the text of a string, shared if it is short: a type or an id that stands in many files. */
export function shortTextOf(doc: JsonDocument, value: number): string | undefined {
  if (doc.kinds[value] !== JsonKind.string) return undefined;
  return sharedKey(doc.bytes, doc.starts[value]! + 1, doc.ends[value]! - 1) ?? stringOf(doc, value);
}

/** Returns the text of a string, and the source of a number or a boolean; undefined for null and containers. */
export function scalarOf(doc: JsonDocument, value: number): string | undefined {
  const kind = doc.kinds[value];
  if (kind === JsonKind.object || kind === JsonKind.array || kind === JsonKind.null) return undefined;
  return stringOf(doc, value) ?? doc.text.ascii(doc.starts[value]!, doc.ends[value]!);
}

/** Returns the text of the string member with a key; undefined when there is none or it is not a string. */
export function text(doc: JsonDocument, value: number, key: string): string | undefined {
  const found = member(doc, value, key);
  return found === -1 ? undefined : stringOf(doc, found);
}

/** Returns a number, or undefined for any other kind. */
export function numberOf(doc: JsonDocument, value: number): number | undefined {
  if (doc.kinds[value] !== JsonKind.number) return undefined;
  return Number(doc.text.ascii(doc.starts[value]!, doc.ends[value]!));
}

/** Returns a boolean, or undefined for any other kind. */
export function booleanOf(doc: JsonDocument, value: number): boolean | undefined {
  const kind = doc.kinds[value];
  if (kind === JsonKind.true) return true;
  return kind === JsonKind.false ? false : undefined;
}

/** Returns whether a value is a number, a boolean or null, which have neither text nor members. */
export function isPlainJsonValue({ kinds }: JsonDocument, value: number): boolean {
  const kind = kinds[value];
  return kind !== JsonKind.object && kind !== JsonKind.array && kind !== JsonKind.string;
}

/** Returns the plain value of JSON.parse; `__proto__` becomes an ordinary property, as there. */
// biome-ignore lint/suspicious/noShadowRestrictedNames: names its result, and a module has no global valueOf.
export function valueOf(doc: JsonDocument, value: number): unknown {
  switch (doc.kinds[value]) {
    case JsonKind.object:
      return objectOf(doc, value);
    case JsonKind.array:
      return jsonChildren(doc, value).map((child) => valueOf(doc, child));
    case JsonKind.string:
      return stringOf(doc, value);
    case JsonKind.number:
      return numberOf(doc, value);
    case JsonKind.null:
      return null;
    default:
      return booleanOf(doc, value);
  }
}

function objectOf(doc: JsonDocument, value: number): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let child = firstJsonChild(doc, value); child !== -1; child = doc.nextSiblings[child]!) {
    const key = keyOf(doc, child);
    const property = valueOf(doc, child);
    if (key === '__proto__') {
      Object.defineProperty(object, key, {
        value: property,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    } else object[key] = property;
  }
  return object;
}

/** Returns the JSON Pointer (RFC 6901) of a value; `''` for the root. */
export function pointerOf(doc: JsonDocument, value: number): string {
  let pointer = '';
  for (let at = value; doc.parents[at] !== -1; at = doc.parents[at]!)
    pointer = `/${pointerStep(doc, at)}${pointer}`;
  return pointer;
}

/** Characters that a JSON Pointer escapes. */
const ESCAPED = /[~/]/;

function pointerStep(doc: JsonDocument, value: number): string {
  if (doc.keyStarts[value] === -1) return String(indexOf(doc, value));
  const key = keyOf(doc, value);
  return ESCAPED.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** Cached indexes of entries in their arrays. */
interface Indexes {
  /** Entries visited for single look-ups. When they are as many as the document has values, a table pays. */
  passed: number;
  table: Int32Array | undefined;
}

const indexesOf = new WeakMap<JsonDocument, Indexes>();

function indexOf(doc: JsonDocument, value: number): number {
  let known = indexesOf.get(doc);
  if (known === undefined) {
    known = { passed: 0, table: undefined };
    indexesOf.set(doc, known);
  }
  if (known.passed > doc.size) known.table ??= allIndexes(doc);
  if (known.table !== undefined) return known.table[value]!;
  let index = 0;
  for (let at = doc.parents[value]! + 1; at !== value; at = doc.nextSiblings[at]!) index++;
  known.passed += index;
  return index;
}

function allIndexes(doc: JsonDocument): Int32Array {
  const places = new Int32Array(doc.size);
  for (let value = 0; value < doc.size; value++) {
    const next = doc.nextSiblings[value]!;
    if (next !== -1) places[next] = places[value]! + 1;
  }
  return places;
}

/** Returns the members whose key an earlier member of the same object has. */
export function duplicateKeys(doc: JsonDocument): number[] {
  const duplicates: number[] = [];
  const seen = new Set<string>();
  for (let value = 0; value < doc.size; value++) {
    if (doc.kinds[value] !== JsonKind.object) continue;
    seen.clear();
    for (let child = firstJsonChild(doc, value); child !== -1; child = doc.nextSiblings[child]!) {
      const key = keyOf(doc, child);
      if (seen.has(key)) duplicates.push(child);
      seen.add(key);
    }
  }
  return duplicates.sort((a, b) => a - b);
}

function decodeString(text: DocumentText, start: number, end: number): string {
  const raw = text.slice(start, end);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
