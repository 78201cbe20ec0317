/** Edits of JSON: values, members and entries. */
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  jsonChildren,
  keyOf,
  member,
  scalarOf,
} from '../../platforms/json/document.ts';
import type { Edit } from './edit.ts';

/** A value to write. */
export type JsonValue =
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Returns the cells of a value, as `cells.ts` lists them. */
function cellsOf(value: JsonValue): string[] {
  if (Array.isArray(value)) return ['[', ...value.flatMap(cellsOf), ']'];
  if (typeof value !== 'object') return [typeof value === 'string' ? `text ${value}` : String(value)];
  return ['{', ...Object.entries(value).flatMap(([key, inner]) => [`${key}:`, ...cellsOf(inner)]), '}'];
}

/** Returns what a value looks like to people. */
function shown(doc: JsonDocument, value: number): string {
  const kind = doc.kinds[value];
  if (kind === JsonKind.object) return '{…}';
  return kind === JsonKind.array ? '[…]' : (scalarOf(doc, value) ?? 'null');
}

const shownNew = (value: JsonValue): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Changes a value. */
export function setValue(doc: JsonDocument, value: number, to: JsonValue): Edit {
  return {
    start: doc.starts[value]!,
    end: doc.ends[value]!,
    text: JSON.stringify(to),
    cells: cellsOf(to),
    change: { name: keyOf(doc, value), before: shown(doc, value), after: shownNew(to) },
  };
}

/** Offset of an entry, or of the key of a member with its quotation mark. */
const startOf = (doc: JsonDocument, value: number): number =>
  doc.keyStarts[value] === -1 ? doc.starts[value]! : doc.keyStarts[value]! - 1;

/** Writes a value in the style of its place: on one line, or with its members on lines of their own. */
function written(value: JsonValue, lineBreak: string, step: string): string {
  const compact = JSON.stringify(value);
  if (lineBreak === '' || typeof value !== 'object') return compact;
  return JSON.stringify(value, null, step).replaceAll('\n', lineBreak);
}

/** Returns the white space in front of an entry. */
function spaceBefore({ bytes }: JsonDocument, at: number): string {
  let from = at;
  while (bytes[from - 1]! <= 32) from -= 1;
  return bytes.toString('latin1', from, at);
}

/** Adds an entry behind the others of an object or array. `lead` is the key with its colon, or ''. */
function append(doc: JsonDocument, container: number, name: string, value: JsonValue): Edit {
  const isObject = doc.kinds[container] === JsonKind.object;
  const last = jsonChildren(doc, container).at(-1);
  const change = { name: name === '' ? keyOf(doc, container) : name, before: null, after: shownNew(value) };
  const cells = [...(isObject ? [`${name}:`] : []), ...cellsOf(value)];
  if (last === undefined) {
    const at = doc.starts[container]! + 1;
    const key = isObject ? `${JSON.stringify(name)}: ` : '';
    return { start: at, end: at, text: key + JSON.stringify(value), cells, change };
  }
  const space = spaceBefore(doc, startOf(doc, last));
  const outer = spaceBefore(doc, startOf(doc, container));
  const step = space.startsWith(outer) ? space.slice(outer.length) || '  ' : '  ';
  const colon = isObject ? doc.bytes.toString('latin1', doc.keyEnds[last]! + 1, doc.starts[last]!) : '';
  const lineBreak = space.includes('\n') ? space : '';
  const text = `,${space}${isObject ? JSON.stringify(name) + colon : ''}${written(value, lineBreak, step)}`;
  const at = doc.ends[last]!;
  return { start: at, end: at, text, cells, change };
}

/** Gives an object a member; one that it has gets the value. */
export function setMember(doc: JsonDocument, object: number, key: string, value: JsonValue): Edit {
  const known = member(doc, object, key);
  return known === -1 ? append(doc, object, key, value) : setValue(doc, known, value);
}

/** Sets a member of a member of an object, and makes the objects on the way. */
export function setMemberAt(
  doc: JsonDocument,
  object: number,
  [key, ...rest]: readonly [string, ...string[]],
  value: JsonValue,
): Edit {
  const [next, ...further] = rest;
  if (next === undefined) return setMember(doc, object, key, value);
  const inner = member(doc, object, key);
  if (inner !== -1 && doc.kinds[inner] === JsonKind.object)
    return setMemberAt(doc, inner, [next, ...further], value);
  return setMember(
    doc,
    object,
    key,
    rest.reduceRight<JsonValue>((made, name) => ({ [name]: made }), value),
  );
}

/** Adds an entry to an array. */
export const addEntry = (doc: JsonDocument, array: number, value: JsonValue): Edit =>
  append(doc, array, '', value);

/**
 * Takes members or entries of one container away, each with its comma.
 * @param title what people call one of them
 */
export function removeEntries(
  doc: JsonDocument,
  entries: readonly number[],
  title: (entry: number) => string,
): Edit[] {
  const gone = new Set(entries);
  const parent = doc.parents[entries[0]!]!;
  let lastLeft = -1;
  const edits: Edit[] = [];
  for (
    let entry = firstJsonChild(doc, parent), before = -1;
    entry !== -1;
    before = entry, entry = doc.nextSiblings[entry]!
  ) {
    if (!gone.has(entry)) {
      lastLeft = entry;
      continue;
    }
    const next = doc.nextSiblings[entry]!;
    const start = lastLeft === -1 ? startOf(doc, entry) : doc.ends[before]!;
    const end = lastLeft === -1 && next !== -1 ? startOf(doc, next) : doc.ends[entry]!;
    const change = { name: keyOf(doc, entry) || keyOf(doc, parent), before: title(entry), after: null };
    edits.push({ start, end, text: '', cells: [], change });
  }
  return edits;
}
