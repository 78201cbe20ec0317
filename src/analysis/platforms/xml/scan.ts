/** Working state of one XML reading: growing columns, open namespaces, and the finished document at the end. */

import { ColumnCopies, widened } from '../columns.ts';
import { DocumentText } from '../document-text.ts';
import type { ReadLimits } from '../limits.ts';
import type { XmlDocument } from './document.ts';
import {
  createNameTable,
  isWorthCaching,
  type KnownName,
  type NameTable,
  NO_PREFIX,
  XML_PREFIX,
} from './names.ts';
import { areFew, beginNamespaces, createNamespaceTable, type NamespaceTable } from './namespaces.ts';

/** The namespace of `xmlns` attributes, which nothing may be bound to. */
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

const INITIAL_ELEMENTS = 1024;
const INITIAL_ATTRIBUTES = 2048;
/** Longer columns are not reused for the next document. */
const REUSED_ENTRIES_MAX = 128 * 1024;

type Column = Int32Array;

/** Columns that grow while a document is read. They are those of `XmlDocument`. */
export interface XmlScan {
  bytes: Buffer;
  text: DocumentText;
  /** The same bytes, to compare four at a time. */
  view: DataView;
  limits: ReadLimits;
  names: NameTable;
  size: number;
  nameIds: Column;
  namespaceIds: Column;
  parents: Column;
  nextSiblings: Column;
  starts: Column;
  contentStarts: Column;
  contentEnds: Column;
  ends: Column;
  attributeStarts: Column;
  attributeCount: number;
  attributeNameIds: Column;
  attributeNamespaceIds: Column;
  attributeOffsets: Column;
  attributeValueStarts: Column;
  attributeValueEnds: Column;
  /** The open element, or -1, and how many are open. */
  parent: number;
  depth: number;
  /** By depth: the last child seen, and the bytes of the qualified name of the open element. */
  lastChildren: Column;
  nameLengths: Column;
  /** The document's own names and namespaces. */
  documentNames: string[];
  knownNames: KnownName[];
  /** Local number of the name table → name of this document, or -1. */
  documentNameOf: Column;
  /** Name of this document → the last element that had an attribute of that name; as long as `documentNameOf`. */
  nameUsers: Column;
  namespaces: NamespaceTable;
  /** Prefix number → namespace in scope, or -1; and the last element that declared it. */
  bindings: Column;
  declaredBy: Column;
  /** Bindings that the declarations of open elements replaced: prefix, namespace, depth, three numbers each. */
  replaced: Column;
  replacedCount: number;
  /** Prefix → pairs of declaring element and namespace, in document order. */
  declarations: Map<string, number[]>;
  readonly copies: ColumnCopies;
}

const NO_BYTES = Buffer.alloc(0);
const NO_TEXT = new DocumentText(NO_BYTES);
const NO_VIEW = new DataView(new ArrayBuffer(0));

/** State reused for the next document of this thread: columns and interned names, never a document's content. */
let spare: XmlScan | undefined;

/** Returns a fresh state for a document. */
export function beginScan(bytes: Buffer, limits: ReadLimits): XmlScan {
  const scan = spare ?? createScan(bytes, limits);
  spare = undefined;
  if (!isWorthCaching(scan.names)) scan.names = createNameTable();
  if (!areFew(scan.namespaces)) scan.namespaces = createNamespaceTable();
  scan.bytes = bytes;
  scan.text = new DocumentText(bytes);
  scan.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  scan.limits = limits;
  scan.size = 0;
  scan.attributeCount = 0;
  scan.parent = -1;
  scan.depth = 0;
  if (scan.lastChildren.length < limits.xmlDepthMax + 2) {
    scan.lastChildren = new Int32Array(limits.xmlDepthMax + 2);
    scan.nameLengths = new Int32Array(limits.xmlDepthMax + 2);
  }
  scan.lastChildren[0] = -1;
  scan.documentNames = [];
  scan.knownNames = [];
  scan.documentNameOf.fill(-1);
  scan.nameUsers.fill(-1);
  beginNamespaces(scan.namespaces);
  scan.bindings.fill(-1);
  scan.bindings[NO_PREFIX] = 0;
  scan.bindings[XML_PREFIX] = 1;
  scan.declaredBy.fill(-1);
  scan.replacedCount = 0;
  scan.declarations = new Map();
  return scan;
}

/** Returns the state for the next document, unless it has grown out of proportion. */
export function endScan(scan: XmlScan): void {
  scan.bytes = NO_BYTES;
  scan.text = NO_TEXT;
  scan.view = NO_VIEW;
  if (isSmall(scan)) spare = scan;
}

function createScan(bytes: Buffer, limits: ReadLimits): XmlScan {
  const elements = () => new Int32Array(INITIAL_ELEMENTS);
  const attributes = () => new Int32Array(INITIAL_ATTRIBUTES);
  return {
    bytes,
    text: NO_TEXT,
    view: NO_VIEW,
    limits,
    names: createNameTable(),
    size: 0,
    nameIds: elements(),
    namespaceIds: elements(),
    parents: elements(),
    nextSiblings: elements(),
    starts: elements(),
    contentStarts: elements(),
    contentEnds: elements(),
    ends: elements(),
    attributeStarts: elements(),
    attributeCount: 0,
    attributeNameIds: attributes(),
    attributeNamespaceIds: attributes(),
    attributeOffsets: attributes(),
    attributeValueStarts: attributes(),
    attributeValueEnds: attributes(),
    parent: -1,
    depth: 0,
    lastChildren: new Int32Array(limits.xmlDepthMax + 2),
    nameLengths: new Int32Array(limits.xmlDepthMax + 2),
    documentNames: [],
    knownNames: [],
    documentNameOf: new Int32Array(INITIAL_ELEMENTS),
    nameUsers: new Int32Array(INITIAL_ELEMENTS),
    namespaces: createNamespaceTable(),
    bindings: new Int32Array(64),
    declaredBy: new Int32Array(64),
    replaced: new Int32Array(96),
    replacedCount: 0,
    declarations: new Map(),
    copies: new ColumnCopies(),
  };
}

/** Makes room for one more element and for the closing entry of `attributeStarts`. */
export function growElements(scan: XmlScan): void {
  const length = scan.nameIds.length * 2;
  scan.nameIds = widened(scan.nameIds, length);
  scan.namespaceIds = widened(scan.namespaceIds, length);
  scan.parents = widened(scan.parents, length);
  scan.nextSiblings = widened(scan.nextSiblings, length);
  scan.starts = widened(scan.starts, length);
  scan.contentStarts = widened(scan.contentStarts, length);
  scan.contentEnds = widened(scan.contentEnds, length);
  scan.ends = widened(scan.ends, length);
  scan.attributeStarts = widened(scan.attributeStarts, length);
}

/** Makes room for one more attribute. */
export function growAttributes(scan: XmlScan): void {
  const length = scan.attributeNameIds.length * 2;
  scan.attributeNameIds = widened(scan.attributeNameIds, length);
  scan.attributeNamespaceIds = widened(scan.attributeNamespaceIds, length);
  scan.attributeOffsets = widened(scan.attributeOffsets, length);
  scan.attributeValueStarts = widened(scan.attributeValueStarts, length);
  scan.attributeValueEnds = widened(scan.attributeValueEnds, length);
}

/** Returns the document's number of a local name that it uses for the first time. */
export function firstUse(scan: XmlScan, local: number): number {
  while (local >= scan.documentNameOf.length) {
    const length = scan.documentNameOf.length;
    scan.documentNameOf = widened(scan.documentNameOf, length * 2);
    scan.documentNameOf.fill(-1, length);
    scan.nameUsers = widened(scan.nameUsers, length * 2).fill(-1, length);
  }
  const known = scan.names.locals[local]!;
  scan.knownNames.push(known);
  const id = scan.documentNames.push(known.text) - 1;
  scan.documentNameOf[local] = id;
  return id;
}

/** Returns whether the columns are small enough to serve the next document too. */
function isSmall(scan: XmlScan): boolean {
  const largest = Math.max(scan.nameIds.length, scan.attributeNameIds.length, scan.documentNameOf.length);
  return largest <= REUSED_ENTRIES_MAX;
}

/**
 * Returns the finished document: every column copied to its length. Those of a large document, which no other will use,
 * are its own as they are: two of each are too many.
 */
export function cutDocument(scan: XmlScan): XmlDocument {
  const { size, attributeCount, copies } = scan;
  scan.attributeStarts[size] = attributeCount;
  const isCopied = isSmall(scan);
  const cut = (column: Column, length: number): Int32Array =>
    isCopied ? copies.of(column, length) : column.subarray(0, length);
  return {
    bytes: scan.bytes,
    text: scan.text,
    size,
    names: scan.documentNames,
    knownNames: scan.knownNames,
    namespaces: scan.namespaces.declared,
    knownNamespaces: scan.namespaces.known,
    nameIds: cut(scan.nameIds, size),
    namespaceIds: cut(scan.namespaceIds, size),
    parents: cut(scan.parents, size),
    nextSiblings: cut(scan.nextSiblings, size),
    starts: cut(scan.starts, size),
    contentStarts: cut(scan.contentStarts, size),
    contentEnds: cut(scan.contentEnds, size),
    ends: cut(scan.ends, size),
    attributeStarts: cut(scan.attributeStarts, size + 1),
    attributeNameIds: cut(scan.attributeNameIds, attributeCount),
    attributeNamespaceIds: cut(scan.attributeNamespaceIds, attributeCount),
    attributeOffsets: cut(scan.attributeOffsets, attributeCount),
    attributeValueStarts: cut(scan.attributeValueStarts, attributeCount),
    attributeValueEnds: cut(scan.attributeValueEnds, attributeCount),
    declarations: scan.declarations,
  };
}
