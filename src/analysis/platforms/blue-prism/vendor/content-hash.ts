/** Hashes a definition in a canonical form, which two exports of the same unchanged object share. */
import { createHash, type Hash } from 'node:crypto';
import {
  attributeName,
  attributeNamespace,
  attributeText,
  attributeValue,
  children,
  localName,
  namespaceOf,
  textOf,
  type XmlDocument,
} from '../../xml/document.ts';
import { PRODUCT_NAMESPACE } from '../recognise.ts';

/** Attributes that depend on the export: the id in that database, and the versions of the object and the product. */
const OF_EXPORT = new Set(['preferredid', 'version', 'bpversion']);
/** Attributes of definitions that only newer versions write, with their values that mean nothing. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['disableversioning', 'false'],
  ['processrunningmessage', ''],
]);
/** Position and size of a shape, and the visible part of its page: numbers only. */
const POSITIONS = new Set(['display', 'displayx', 'displayy', 'displaywidth', 'displayheight', 'view']);
const IN_VIEW = new Set(['camerax', 'cameray', 'zoom']);
const COORDINATES = new Set(['x', 'y', 'w', 'h', 'version']);

interface Hashing {
  readonly doc: XmlDocument;
  readonly hash: Hash;
  /** The ids of the definition's own pages and stages, in order: databases may number them anew. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Returns the SHA-256 digest of a definition's canonical form, as 64 hexadecimal digits. */
export function contentHash(doc: XmlDocument, definition: number): string {
  const hash = createHash('sha256');
  addElement({ doc, hash, ids: ownIds(doc, definition) }, definition, definition);
  return hash.digest('hex');
}

function ownIds(doc: XmlDocument, definition: number): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const child of children(doc, definition)) {
    const name = localName(doc, child);
    const id = name === 'stage' ? 'stageid' : name === 'subsheet' ? 'subsheetid' : undefined;
    const value = id === undefined ? undefined : attributeText(doc, child, id);
    if (value !== undefined && !ids.has(value)) ids.set(value, String(ids.size));
  }
  return ids;
}

/** Adds one text. Its kind and length go before it, so that no two forms have the same bytes. */
function add(hash: Hash, kind: string, text: string): void {
  hash.update(`${kind}${text.length}:${text}`);
}

function addValue({ hash, ids }: Hashing, text: string): void {
  const value = text.replaceAll('\r\n', '\n').trim();
  const id = ids.get(value);
  if (id === undefined) add(hash, '=', value);
  else add(hash, '#', id);
}

/** Adds a name. A namespace other than the product's or none makes it another element. */
function addName(hash: Hash, kind: string, namespace: string, name: string): void {
  add(hash, kind, namespace.startsWith(PRODUCT_NAMESPACE) ? '' : namespace);
  add(hash, '', name);
}

function addElement(hashing: Hashing, element: number, definition: number): void {
  const { doc, hash } = hashing;
  addName(hash, '<', namespaceOf(doc, element), localName(doc, element));
  const attributes: [string, number][] = [];
  for (let a = doc.attributeStarts[element]!; a < doc.attributeStarts[element + 1]!; a += 1)
    attributes.push([attributeName(doc, a), a]);
  attributes.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  for (const [name, a] of attributes) {
    const value = attributeValue(doc, a);
    if (element === definition && (OF_EXPORT.has(name) || DEFAULTS.get(name) === value)) continue;
    addName(hash, '@', attributeNamespace(doc, a), name);
    addValue(hashing, value);
  }
  addValue(hashing, textOf(doc, element));
  for (const child of children(doc, element))
    if (!isPosition(doc, child) && !isBlankNarrative(doc, child)) addElement(hashing, child, definition);
  hash.update('>');
}

/** Returns whether an element states only a position. Anything else in it counts as content. */
function isPosition(doc: XmlDocument, element: number): boolean {
  if (!POSITIONS.has(localName(doc, element)) || !hasOnlyNumbers(doc, element)) return false;
  return children(doc, element).every(
    (child) =>
      IN_VIEW.has(localName(doc, child)) && children(doc, child).length === 0 && hasOnlyNumbers(doc, child),
  );
}

function hasOnlyNumbers(doc: XmlDocument, element: number): boolean {
  if (!isNumberOrBlank(textOf(doc, element))) return false;
  for (let a = doc.attributeStarts[element]!; a < doc.attributeStarts[element + 1]!; a += 1)
    if (!COORDINATES.has(attributeName(doc, a)) || !isNumberOrBlank(attributeValue(doc, a))) return false;
  return true;
}

/** Returns whether a text is a number of a few digits with a point or comma, or blank. */
const isNumberOrBlank = (text: string): boolean => text.length < 24 && /^\s*-?[\d.,]*\s*$/.test(text);

/** Returns whether it is the blank description that older versions write for every stage. */
function isBlankNarrative(doc: XmlDocument, element: number): boolean {
  return (
    localName(doc, element) === 'narrative' &&
    children(doc, element).length === 0 &&
    doc.attributeStarts[element] === doc.attributeStarts[element + 1] &&
    textOf(doc, element).trim() === ''
  );
}
