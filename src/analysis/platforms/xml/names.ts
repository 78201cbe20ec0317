/**
 * Interning of qualified names: the bytes of `prefix:local` to small numbers, checked once per distinct name.
 *
 * One table lives as long as its thread, because small files cost mostly the allocation of strings. The numbers in a
 * document are its own, in the order of first use, so no document depends on the one before it.
 */

import { widened } from '../columns.ts';
import { internal } from '../shared-names.ts';
import { unparsable } from '../text.ts';
import { NAME_BYTES, skipName } from './characters.ts';

const INITIAL_ENTRIES = 512;
const INITIAL_ARENA_BYTES = 16 * 1024;
/** Larger tables are not reused for the next document. */
const REUSED_ENTRIES_MAX = 8192;
const REUSED_ARENA_BYTES_MAX = 256 * 1024;
/** Longest walk over occupied slots; names that collide more go to a Map, whose hashing cannot be foreseen. */
const PROBES_MAX = 32;

/** Entry of the bare name `xmlns`, which every table holds first. */
export const XMLNS_ENTRY = 0;
/** Prefix numbers that every table has. */
export const NO_PREFIX = 0;
export const XMLNS_PREFIX = 1;
export const XML_PREFIX = 2;

const START =
  '_A-Za-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const REST = `${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}`;
/** An NCName of XML 1.0, fifth edition. */
const NC_NAME = new RegExp(`^[${START}][${REST}]*$`, 'u');
/** A name before its split at the colon. The local part may start with any name character, as saxes has it. */
const QUALIFIED_NAME = new RegExp(`^[${START}][${REST}]*(:[${REST}]+)?$`, 'u');

/** Returns whether a text may name a processing instruction in a document with namespaces. */
export function isNcName(text: string): boolean {
  return NC_NAME.test(text);
}

/** A name that lives as long as its table, with a slot for the facts of a platform's reader. */
export interface KnownName {
  readonly text: string;
  facts: unknown;
}

/** Interned names. An entry is one spelling `prefix:local`; locals and prefixes have numbers of their own. */
export interface NameTable {
  size: number;
  /** Open addressing: entry number or -1. Its length is a power of two. */
  slots: Int32Array;
  hashes: Int32Array;
  /** The bytes of all entries, one after the other; entry e is arenaEnds[e-1]..arenaEnds[e]. */
  arena: DataView<ArrayBuffer>;
  arenaEnds: Int32Array;
  /** Entry → number of its local part and of its prefix. */
  localOf: Int32Array;
  prefixOf: Int32Array;
  /** Entry → number of the prefix that an attribute of this name declares, or -1. */
  declares: Int32Array;
  readonly locals: KnownName[];
  readonly prefixes: string[];
  readonly localNumbers: Map<string, number>;
  readonly prefixNumbers: Map<string, number>;
  readonly collisions: Map<string, number>;
  /** Entry → the entry that came after it last time; names in files follow each other in few orders. */
  successors: Int32Array;
  /** Result of the last `readName`: its entry and the offset behind it. */
  lastEntry: number;
  nameEnd: number;
}

/** Creates a table with `xmlns` and the two reserved prefixes. */
export function createNameTable(): NameTable {
  const table: NameTable = {
    size: 0,
    slots: new Int32Array(INITIAL_ENTRIES * 4).fill(-1),
    hashes: new Int32Array(INITIAL_ENTRIES),
    arena: new DataView(new ArrayBuffer(INITIAL_ARENA_BYTES)),
    arenaEnds: new Int32Array(INITIAL_ENTRIES),
    localOf: new Int32Array(INITIAL_ENTRIES),
    prefixOf: new Int32Array(INITIAL_ENTRIES),
    declares: new Int32Array(INITIAL_ENTRIES),
    locals: [],
    prefixes: [],
    localNumbers: new Map(),
    prefixNumbers: new Map(),
    collisions: new Map(),
    successors: new Int32Array(INITIAL_ENTRIES).fill(-1),
    lastEntry: 0,
    nameEnd: 0,
  };
  for (const prefix of ['', 'xmlns', 'xml']) prefixNumber(table, prefix);
  const xmlns = Buffer.from('xmlns');
  internName(table, xmlns, new DataView(xmlns.buffer, xmlns.byteOffset, xmlns.length), 0, xmlns.length);
  return table;
}

/** Returns whether the table is small enough to serve the next document too. */
export function isWorthCaching(table: NameTable): boolean {
  return table.size <= REUSED_ENTRIES_MAX && table.arenaEnds[table.size - 1]! <= REUSED_ARENA_BYTES_MAX;
}

/** Hashes the length and five bytes: names are short, differ at their ends, and are compared in full afterwards. */
function hashOf(bytes: Buffer, start: number, end: number): number {
  const length = end - start;
  let hash = (bytes[start]! << 24) ^ (bytes[end - 1]! << 16) ^ (bytes[start + (length >> 1)]! << 8) ^ length;
  if (length > 3) hash ^= (bytes[end - 2]! << 4) ^ (bytes[end - 3]! << 12);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}

/**
 * Returns the entry of the name that starts at `start`, or -1 when no name starts there; sets `nameEnd`. The name that
 * followed the last one before is tried first: when it stands here, nothing has to be measured or hashed.
 */
export function readName(table: NameTable, bytes: Buffer, view: DataView, start: number): number {
  const guess = table.successors[table.lastEntry]!;
  if (guess !== -1) {
    const end = start + table.arenaEnds[guess]! - (guess === 0 ? 0 : table.arenaEnds[guess - 1]!);
    if (end < bytes.length && NAME_BYTES[bytes[end]!] === 0 && isEntry(table, guess, view, start, end)) {
      table.nameEnd = end;
      table.lastEntry = guess;
      return guess;
    }
  }
  const end = skipName(bytes, start);
  table.nameEnd = end;
  if (end === start) return -1;
  const entry = internName(table, bytes, view, start, end);
  table.successors[table.lastEntry] = entry;
  table.lastEntry = entry;
  return entry;
}

/** Returns the entry of the name in bytes[start..end), created and checked when it is new. */
function internName(table: NameTable, bytes: Buffer, view: DataView, start: number, end: number): number {
  const hash = hashOf(bytes, start, end);
  const mask = table.slots.length - 1;
  let slot = (hash ^ (hash >>> 15)) & mask;
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const entry = table.slots[slot]!;
    if (entry === -1) return addEntry(table, bytes, start, end, hash, slot);
    if (table.hashes[entry] === hash && isEntry(table, entry, view, start, end)) return entry;
    slot = (slot + 1) & mask;
  }
  return (
    table.collisions.get(bytes.toString('latin1', start, end)) ??
    addEntry(table, bytes, start, end, hash, undefined)
  );
}

function isEntry(table: NameTable, entry: number, bytes: DataView, start: number, end: number): boolean {
  const from = entry === 0 ? 0 : table.arenaEnds[entry - 1]!;
  return table.arenaEnds[entry]! - from === end - start && hasBytes(table.arena, from, bytes, start, end);
}

/**
 * Returns whether bytes[start..end) stand at `from` too. Compares four at a time; the names of automation files are
 * long.
 */
export function hasBytes(
  known: DataView,
  from: number,
  bytes: DataView,
  start: number,
  end: number,
): boolean {
  let at = from;
  let p = start;
  for (; p <= end - 4; p += 4, at += 4) {
    if (known.getInt32(at, true) !== bytes.getInt32(p, true)) return false;
  }
  for (; p < end; p++, at++) if (known.getUint8(at) !== bytes.getUint8(p)) return false;
  return true;
}

function addEntry(
  table: NameTable,
  bytes: Buffer,
  start: number,
  end: number,
  hash: number,
  slot: number | undefined,
): number {
  const name = bytes.toString('utf8', start, end);
  if (!QUALIFIED_NAME.test(name)) {
    const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
    throw unparsable(bytes, start, `"${shown}" is not a valid XML name`);
  }
  makeRoom(table, end - start);
  const entry = table.size++;
  const from = entry === 0 ? 0 : table.arenaEnds[entry - 1]!;
  for (let p = start; p < end; p++) table.arena.setUint8(from + p - start, bytes[p]!);
  table.arenaEnds[entry] = from + end - start;
  table.hashes[entry] = hash;
  const colon = name.indexOf(':');
  table.prefixOf[entry] = colon === -1 ? NO_PREFIX : prefixNumber(table, name.slice(0, colon));
  const local = colon === -1 ? name : name.slice(colon + 1);
  table.localOf[entry] = localNumber(table, local);
  table.declares[entry] = declaredPrefix(table, entry, local);
  if (slot === undefined) table.collisions.set(bytes.toString('latin1', start, end), entry);
  else table.slots[slot] = entry;
  if (table.size * 3 > table.slots.length) rehash(table);
  return entry;
}

function declaredPrefix(table: NameTable, entry: number, local: string): number {
  if (entry === XMLNS_ENTRY) return NO_PREFIX;
  return table.prefixOf[entry] === XMLNS_PREFIX ? prefixNumber(table, local) : -1;
}

function localNumber(table: NameTable, local: string): number {
  let number = table.localNumbers.get(local);
  if (number === undefined) {
    const shared = internal(local);
    number = table.locals.push({ text: shared, facts: undefined }) - 1;
    table.localNumbers.set(shared, number);
  }
  return number;
}

/** Returns the number of a prefix, created when it is new. */
function prefixNumber(table: NameTable, prefix: string): number {
  let number = table.prefixNumbers.get(prefix);
  if (number === undefined) {
    number = table.prefixes.push(prefix) - 1;
    table.prefixNumbers.set(prefix, number);
  }
  return number;
}

function makeRoom(table: NameTable, nameBytes: number): void {
  if (table.size === table.hashes.length) {
    table.hashes = widened(table.hashes, table.size * 2);
    table.arenaEnds = widened(table.arenaEnds, table.size * 2);
    table.localOf = widened(table.localOf, table.size * 2);
    table.prefixOf = widened(table.prefixOf, table.size * 2);
    table.declares = widened(table.declares, table.size * 2);
    table.successors = widened(table.successors, table.size * 2).fill(-1, table.size);
  }
  const needed = (table.size === 0 ? 0 : table.arenaEnds[table.size - 1]!) + nameBytes;
  if (needed <= table.arena.byteLength) return;
  const arena = new Uint8Array(needed * 2);
  arena.set(new Uint8Array(table.arena.buffer));
  table.arena = new DataView(arena.buffer);
}

/** Doubles the slots. Entries in the Map of collisions are found there independent of the slots. */
function rehash(table: NameTable): void {
  const slots = new Int32Array(table.slots.length * 2).fill(-1);
  const mask = slots.length - 1;
  for (let entry = 0; entry < table.size; entry++) {
    const hash = table.hashes[entry]!;
    let slot = (hash ^ (hash >>> 15)) & mask;
    let probe = 0;
    while (probe < PROBES_MAX && slots[slot] !== -1) {
      slot = (slot + 1) & mask;
      probe++;
    }
    if (probe < PROBES_MAX) slots[slot] = entry;
    else moveToCollisions(table, entry);
  }
  table.slots = slots;
}

function moveToCollisions(table: NameTable, entry: number): void {
  const from = entry === 0 ? 0 : table.arenaEnds[entry - 1]!;
  const bytes = Buffer.from(table.arena.buffer, from, table.arenaEnds[entry]! - from);
  table.collisions.set(bytes.toString('latin1'), entry);
}
