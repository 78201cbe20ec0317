/**
 * The names of namespaces that documents declare. Files declare the same few hundred, most of them in the same order: where
 * the one that followed last time stands again, no text is made of it.
 */
import { ownText } from '../model/own-text.ts';
import type { DocumentText } from './document-text.ts';
import { decodeAttribute, isPlainValue } from './xml-decode.ts';
import { hasBytes } from './xml-names.ts';

/** Above these sizes the table is not kept for the next document. */
const KEPT_NAMES_MAX = 2048;
const KEPT_CHARACTERS_MAX = 256 * 1024;

/** The namespace that the prefix `xml` always stands for. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** A name, and what is known of it. */
export interface KnownNamespace {
  readonly uri: string;
  /** The bytes that it is written in, undefined for a name that needs references. */
  readonly bytes: DataView | undefined;
  /** The name that was declared after it last time. */
  next: KnownNamespace | undefined;
  /** The last document that declared it, and its number there. */
  document: number;
  id: number;
}

/** All names of this thread, and which of them the document that is being read has declared. */
export interface NamespaceTable {
  readonly byUri: Map<string, KnownNamespace>;
  /** Of all names together. */
  characters: number;
  /** Documents are told apart by count. */
  document: number;
  last: KnownNamespace;
  /** The names of the document, by number. */
  declared: string[];
}

/** A table without documents. */
export function createNamespaceTable(): NamespaceTable {
  const last = known('');
  return { byUri: new Map([['', last]]), characters: 0, document: 0, last, declared: [] };
}

/** Begins a document, which has the empty name as number 0 and that of the prefix `xml` as 1. */
export function beginNamespaces(table: NamespaceTable): void {
  table.document += 1;
  table.declared = [];
  table.last = entryOf(table, '');
  declare(table, table.last);
  declare(table, entryOf(table, XML_NAMESPACE));
}

/** Whether the table is small enough to serve the next document too. */
export function areFew({ byUri, characters }: NamespaceTable): boolean {
  return byUri.size <= KEPT_NAMES_MAX && characters <= KEPT_CHARACTERS_MAX;
}

/** The name in the value of an attribute, and its number in the document. White space around it is dropped, as saxes does. */
export function readNamespace(
  table: NamespaceTable,
  text: DocumentText,
  view: DataView,
  start: number,
  end: number,
): KnownNamespace {
  const guess = table.last.next;
  const bytes = guess?.bytes;
  if (bytes === undefined || bytes.byteLength !== end - start || !hasBytes(bytes, 0, view, start, end)) {
    table.last.next = entryOf(table, decodeAttribute(text, start, end).trim());
  }
  table.last = table.last.next!;
  declare(table, table.last);
  return table.last;
}

function declare(table: NamespaceTable, name: KnownNamespace): void {
  if (name.document === table.document) return;
  name.document = table.document;
  name.id = table.declared.push(name.uri) - 1;
}

function entryOf(table: NamespaceTable, uri: string): KnownNamespace {
  let entry = table.byUri.get(uri);
  if (entry === undefined) {
    entry = known(ownText(uri));
    table.byUri.set(entry.uri, entry);
    table.characters += uri.length;
  }
  return entry;
}

function known(uri: string): KnownNamespace {
  const bytes = Buffer.from(uri);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPlain = isPlainValue(bytes, 0, bytes.length);
  return { uri, bytes: isPlain ? view : undefined, next: undefined, document: 0, id: 0 };
}
