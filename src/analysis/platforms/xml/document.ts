/** A parsed XML document, and queries for parsers and rules. */

import type { DocumentText } from '../document-text.ts';
import { decodeAttribute, decodeContent } from './decode.ts';
import type { KnownName } from './names.ts';

/** The elements and attributes of one document as columns. Elements are numbered in document order, 0 is the root. */
export interface XmlDocument {
  /** The text as UTF-8 without a byte order mark; all offsets point into it. */
  readonly bytes: Buffer;
  /** The same text, to cut pieces from. */
  readonly text: DocumentText;
  /** Number of elements. */
  readonly size: number;
  /** Distinct local names of elements and attributes, in the order of first use. */
  readonly names: readonly string[];
  readonly knownNames: readonly KnownName[];
  /** Distinct namespace names; 0 is "no namespace" and 1 is the one of the prefix `xml`. */
  readonly namespaces: readonly string[];
  readonly knownNamespaces: readonly KnownName[];
  readonly nameIds: Int32Array;
  readonly namespaceIds: Int32Array;
  /** -1 for the root. */
  readonly parents: Int32Array;
  /** -1 for a last child. The first child of e is e + 1 when parents[e + 1] is e. */
  readonly nextSiblings: Int32Array;
  /** Offsets: of the `<`, behind the start tag, of the end tag, behind the end tag. An empty tag has the last three equal. */
  readonly starts: Int32Array;
  readonly contentStarts: Int32Array;
  readonly contentEnds: Int32Array;
  readonly ends: Int32Array;
  /** size + 1 entries: the attributes of e are attributeStarts[e] up to, not including, attributeStarts[e + 1]. */
  readonly attributeStarts: Int32Array;
  readonly attributeNameIds: Int32Array;
  readonly attributeNamespaceIds: Int32Array;
  /** Offsets of the name, and of the value without its quotation marks. */
  readonly attributeOffsets: Int32Array;
  readonly attributeValueStarts: Int32Array;
  readonly attributeValueEnds: Int32Array;
  /** The `xmlns` attributes, which are not among the attributes: prefix → pairs of element and namespace, in order. */
  readonly declarations: ReadonlyMap<string, readonly number[]>;
}

/** Returns the name of an element without its prefix. */
export function localName(doc: XmlDocument, element: number): string {
  return doc.names[doc.nameIds[element]!]!;
}

/** Returns the namespace of an element, `''` for none. */
export function namespaceOf(doc: XmlDocument, element: number): string {
  return doc.namespaces[doc.namespaceIds[element]!]!;
}

/** Returns the first child element, or -1. */
export function firstChild(doc: XmlDocument, element: number): number {
  return doc.parents[element + 1] === element ? element + 1 : -1;
}

/** Returns the child elements in order. */
export function children(doc: XmlDocument, element: number): number[] {
  const found: number[] = [];
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    found.push(child);
  return found;
}

/** Returns the first child element with a local name, or -1. */
export function childNamed(doc: XmlDocument, element: number, name: string): number {
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (doc.names[doc.nameIds[child]!] === name) return child;
  }
  return -1;
}

/** Returns the first element number behind the element and everything in it. */
export function subtreeEnd(doc: XmlDocument, element: number): number {
  for (let at = element; at !== -1; at = doc.parents[at]!) {
    const next = doc.nextSiblings[at]!;
    if (next !== -1) return next;
  }
  return doc.size;
}

/**
 * Returns the attribute of an element with a local name, or -1. Without a namespace an unprefixed attribute goes first.
 */
export function attributeNamed(doc: XmlDocument, element: number, name: string, namespace?: string): number {
  const end = doc.attributeStarts[element + 1]!;
  let found = -1;
  for (let a = doc.attributeStarts[element]!; a < end; a++) {
    if (doc.names[doc.attributeNameIds[a]!] !== name) continue;
    const attributeIn = doc.attributeNamespaceIds[a]!;
    if (namespace === undefined ? attributeIn === 0 : doc.namespaces[attributeIn] === namespace) return a;
    if (namespace === undefined && found === -1) found = a;
  }
  return found;
}

/**
 * Finds several attributes at once.
 * @param found receives for each of the names its attribute, or -1
 */
export function attributesNamed(
  doc: XmlDocument,
  element: number,
  names: readonly string[],
  found: number[],
): void {
  for (let i = 0; i < names.length; i++) found[i] = -1;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a++) {
    const name = doc.names[doc.attributeNameIds[a]!]!;
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== name) continue;
      if (found[i] === -1 || doc.attributeNamespaceIds[a] === 0) found[i] = a;
      break;
    }
  }
}

/** Returns the name of an attribute without its prefix. */
export function attributeName(doc: XmlDocument, attribute: number): string {
  return doc.names[doc.attributeNameIds[attribute]!]!;
}

/** Returns the namespace of an attribute, `''` for none: an unprefixed attribute has none. */
export function attributeNamespace(doc: XmlDocument, attribute: number): string {
  return doc.namespaces[doc.attributeNamespaceIds[attribute]!]!;
}

/** Returns the value of an attribute as XML defines it: references resolved, tabs and line ends made spaces. */
export function attributeValue(doc: XmlDocument, attribute: number): string {
  return decodeAttribute(doc.text, doc.attributeValueStarts[attribute]!, doc.attributeValueEnds[attribute]!);
}

/** Returns the value of the attribute that `attributeNamed` finds. */
export function attributeText(
  doc: XmlDocument,
  element: number,
  name: string,
  namespace?: string,
): string | undefined {
  const attribute = attributeNamed(doc, element, name, namespace);
  return attribute === -1 ? undefined : attributeValue(doc, attribute);
}

/** Returns the character data and CDATA directly in an element, without that of its descendants. */
export function textOf(doc: XmlDocument, element: number): string {
  let text = '';
  let from = doc.contentStarts[element]!;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    text += decodeContent(doc.text, from, doc.starts[child]!);
    from = doc.ends[child]!;
  }
  return text + decodeContent(doc.text, from, doc.contentEnds[element]!);
}

/** Returns the character data and CDATA of an element and its descendants, in document order. */
export function allTextOf(doc: XmlDocument, element: number): string {
  const end = subtreeEnd(doc, element);
  let text = '';
  let open = element;
  let from = doc.contentStarts[element]!;
  for (let at = element + 1; at < end; at++) {
    for (; open !== doc.parents[at]; open = doc.parents[open]!) {
      text += decodeContent(doc.text, from, doc.contentEnds[open]!);
      from = doc.ends[open]!;
    }
    text += decodeContent(doc.text, from, doc.starts[at]!);
    from = doc.contentStarts[at]!;
    open = at;
  }
  for (; open !== element; open = doc.parents[open]!) {
    text += decodeContent(doc.text, from, doc.contentEnds[open]!);
    from = doc.ends[open]!;
  }
  return text + decodeContent(doc.text, from, doc.contentEnds[element]!);
}

/**
 * Returns the namespace that a prefix stands for at an element, for prefixes inside attribute values. `''` stands for
 * the default namespace, which is `''` where none is declared. Undefined for a prefix that is not in scope.
 */
export function resolvePrefix(doc: XmlDocument, element: number, prefix: string): string | undefined {
  if (prefix === 'xml') return doc.namespaces[1];
  const pairs = doc.declarations.get(prefix);
  for (let at = element; pairs !== undefined && at !== -1; at = doc.parents[at]!) {
    const namespace = declaredAt(pairs, at);
    if (namespace !== -1) return doc.namespaces[namespace];
  }
  return prefix === '' ? '' : undefined;
}

/** Returns the namespace of the pair whose element is the given one, or -1. */
function declaredAt(pairs: readonly number[], element: number): number {
  let low = 0;
  let high = pairs.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = pairs[middle * 2]!;
    if (at === element) return pairs[middle * 2 + 1]!;
    if (at < element) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Cached ordinals of elements among their siblings of the same local name, 1-based. */
interface Ordinals {
  /** Siblings visited for single look-ups. When they are as many as the document has elements, a table pays. */
  passed: number;
  table: Int32Array | undefined;
}

const ordinalsOf = new WeakMap<XmlDocument, Ordinals>();

function ordinalOf(doc: XmlDocument, element: number): number {
  let known = ordinalsOf.get(doc);
  if (known === undefined) {
    known = { passed: 0, table: undefined };
    ordinalsOf.set(doc, known);
  }
  if (known.passed > doc.size) known.table ??= allOrdinals(doc);
  if (known.table !== undefined) return known.table[element]!;
  const parent = doc.parents[element]!;
  let place = 1;
  for (let at = parent + 1; at !== element && parent !== -1; at = doc.nextSiblings[at]!) {
    if (doc.nameIds[at] === doc.nameIds[element]) place++;
    known.passed++;
  }
  return place;
}

function allOrdinals(doc: XmlDocument): Int32Array {
  const places = new Int32Array(doc.size);
  places[0] = 1;
  const counts = new Map<number, number>();
  for (let parent = 0; parent < doc.size; parent++) {
    counts.clear();
    for (let child = firstChild(doc, parent); child !== -1; child = doc.nextSiblings[child]!) {
      const place = (counts.get(doc.nameIds[child]!) ?? 0) + 1;
      counts.set(doc.nameIds[child]!, place);
      places[child] = place;
    }
  }
  return places;
}

/** Returns an XPath 1.0 expression that selects the element and needs no namespace declarations. */
export function xpathOf(doc: XmlDocument, element: number): string {
  let path = '';
  for (let at = element; at !== -1; at = doc.parents[at]!) {
    path = `/*[local-name()='${localName(doc, at)}'][${ordinalOf(doc, at)}]${path}`;
  }
  return path;
}

/** An XPath 1.0 expression that selects the attribute; it names the namespace only when the local name is not enough. */
export function attributeXPathOf(doc: XmlDocument, element: number, attribute: number): string {
  const step = `${xpathOf(doc, element)}/@*[local-name()='${attributeName(doc, attribute)}']`;
  return sharedNamesOf(doc, element).has(doc.attributeNameIds[attribute]!)
    ? `${step}[namespace-uri()=${xpathLiteral(attributeNamespace(doc, attribute))}]`
    : step;
}

/** Last element queried, by document: there may be findings in all of its attributes. */
const sharedNames = new WeakMap<XmlDocument, { element: number; names: ReadonlySet<number> }>();

/** Returns the local names that several attributes of an element have. */
function sharedNamesOf(doc: XmlDocument, element: number): ReadonlySet<number> {
  const known = sharedNames.get(doc);
  if (known?.element === element) return known.names;
  const seen = new Set<number>();
  const names = new Set<number>();
  for (let a = doc.attributeStarts[element]!; a < doc.attributeStarts[element + 1]!; a++) {
    const name = doc.attributeNameIds[a]!;
    if (seen.has(name)) names.add(name);
    seen.add(name);
  }
  sharedNames.set(doc, { element, names });
  return names;
}

/**
 * Returns an XPath literal. XPath 1.0 has no escapes in literals: a text with both kinds of quotation marks needs
 * `concat`.
 */
function xpathLiteral(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  return `concat('${text.replaceAll("'", `', "'", '`)}')`;
}
