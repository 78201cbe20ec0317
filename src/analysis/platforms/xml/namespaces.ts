/**
 * Interned names of namespaces. Files declare the same few hundred, most of them in the same order: if the one that
 * followed last time stands again, it costs no string.
 */
import { ownText } from '../../model/interning/own-text.ts';
import type { DocumentText } from '../document-text.ts';
import { decodeAttribute, isPlainValue } from './decode.ts';
import { hasBytes, type KnownName } from './names.ts';

/** Larger tables are not reused for the next document. */
const REUSED_NAMES_MAX = 2048;
const REUSED_CHARACTERS_MAX = 256 * 1024;

/** The namespace that the prefix `xml` always stands for. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** A namespace by its name. */
interface Namespace extends KnownName {
  /** The bytes that it is written in, undefined for a name that needs references. */
  readonly bytes: DataView | undefined;
  /** The name that was declared after it last time. */
  next: Namespace | undefined;
  /** The last document that declared it, and its number there. */
  document: number;
  id: number;
}

/** All names of this thread, and which of them the document that is being read has declared. */
export interface NamespaceTable {
  readonly byUri: Map<string, Namespace>;
  /** Those that every document has. */
  readonly none: Namespace;
  readonly xml: Namespace;
  /** Of all names together. */
  characters: number;
  /** Number of documents so far, which identifies the current one. */
  document: number;
  /** The last declared namespace. */
  last: Namespace;
  /** The namespaces of the document, by number. */
  declared: string[];
  known: KnownName[];
}

/** Creates a table without documents. */
export function createNamespaceTable(): NamespaceTable {
  const none = namespace('');
  const xml = namespace(XML_NAMESPACE);
  const byUri = new Map([none, xml].map((known) => [known.text, known]));
  return { byUri, none, xml, characters: 0, document: 0, last: none, declared: [], known: [] };
}

/** Begins a document, which has the empty name as number 0 and that of the prefix `xml` as 1. */
export function beginNamespaces(table: NamespaceTable): void {
  table.document += 1;
  table.declared = [];
  table.known = [];
  table.last = table.none;
  declare(table, table.none);
  declare(table, table.xml);
}

/** Returns whether the table is small enough to serve the next document too. */
export function areFew({ byUri, characters }: NamespaceTable): boolean {
  return byUri.size <= REUSED_NAMES_MAX && characters <= REUSED_CHARACTERS_MAX;
}

/**
 * Reads the name in the value of an attribute, and returns its number in the document. White space around it is
 * dropped, as saxes does.
 */
export function readNamespace(
  table: NamespaceTable,
  text: DocumentText,
  view: DataView,
  start: number,
  end: number,
): Namespace {
  const guess = table.last.next;
  const bytes = guess?.bytes;
  if (bytes === undefined || bytes.byteLength !== end - start || !hasBytes(bytes, 0, view, start, end)) {
    table.last.next = namespaceOf(table, decodeAttribute(text, start, end).trim());
  }
  table.last = table.last.next!;
  declare(table, table.last);
  return table.last;
}

function declare(table: NamespaceTable, namespace: Namespace): void {
  if (namespace.document === table.document) return;
  namespace.document = table.document;
  namespace.id = table.known.push(namespace) - 1;
  table.declared.push(namespace.text);
}

function namespaceOf(table: NamespaceTable, uri: string): Namespace {
  let known = table.byUri.get(uri);
  if (known === undefined) {
    known = namespace(ownText(uri));
    table.byUri.set(known.text, known);
    table.characters += uri.length;
  }
  return known;
}

function namespace(uri: string): Namespace {
  const bytes = Buffer.from(uri);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPlain = isPlainValue(bytes, 0, bytes.length);
  return {
    text: uri,
    facts: undefined,
    bytes: isPlain ? view : undefined,
    next: undefined,
    document: 0,
    id: 0,
  };
}
