/** Writes an XML document into a digest: names with their namespaces, attributes in order of their names, and texts. */
import { isAscii } from 'node:buffer';
import { CDATA_CLOSE_BYTES, CDATA_OPEN_BYTES, decodeContent } from '../platforms/xml/decode.ts';
import {
  attributeName,
  attributeNamespace,
  attributeText,
  attributeValue,
  firstChild,
  localName,
  namespaceOf,
  type XmlDocument,
} from '../platforms/xml/document.ts';
import { XML_NAMESPACE } from '../platforms/xml/namespaces.ts';
import { FormDigest } from './digest.ts';

/** Parts of a kind of XML documents that a designer changes by itself. */
export interface XmlNoise {
  /** Returns whether an element means nothing, nor anything in it. */
  isNoise?(element: number): boolean;
  /** Returns whether an attribute means nothing. */
  isNoiseAttribute?(element: number, attribute: number): boolean;
  /** A namespace that means as much as none. */
  readonly plainNamespace?: string;
  /** Returns whether the declaration of a prefix for a namespace means nothing. */
  isNoiseDeclaration?(element: number, prefix: string, namespace: string): boolean;
  /** Returns what an attribute means instead of its value. */
  meantBy?(element: number, attribute: number): string | undefined;
  /** Returns whether the order of the elements in an element means nothing. */
  isUnordered?(element: number): boolean;
  /** Returns whether an element belongs to the environment: it goes into the digest `connections`. */
  isConnection?(element: number): boolean;
}

/** The digests that a document goes into. */
export interface Digests {
  readonly form: FormDigest;
  /** Creates the digest of what belongs to the environment, or returns it. */
  connections(): FormDigest;
}

/** Offsets of the first byte and behind the last. */
type Range = readonly [from: number, end: number];

const LESS = 0x3c;
const QUESTION = 0x3f;
const MINUS = 0x2d;
const WHITE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Writes an element with everything in it; without one the whole document, with the instructions around its root. */
export type AddXml = (digests: Digests, root?: number) => void;

/** Creates the writer of a document: a release writes each of its parts. */
export function xmlWriter(doc: XmlDocument, noise: XmlNoise): AddXml {
  const declared = declarationsOf(doc);
  return (digests, root = 0) => addXml({ doc, noise, digests, declared }, root);
}

function addXml(writer: Writer, root: number): void {
  const { doc, digests } = writer;
  addEncoding(doc.bytes, digests.form);
  if (root === 0) addRun(writer, digests.form, [afterDeclaration(doc.bytes), doc.starts[0]!], false);
  addElement(writer, digests.form, root, isPreservedAround(doc, root));
  if (root === 0) addRun(writer, digests.form, [doc.ends[0]!, doc.bytes.length], false);
}

interface Writer {
  readonly doc: XmlDocument;
  readonly noise: XmlNoise;
  readonly digests: Digests;
  /** Prefixes with the namespaces that they get, by element: values may hold names with prefixes. */
  readonly declared: ReadonlyMap<number, readonly string[]>;
}

/** Writes an encoding that is none of Unicode: other programs read the same bytes as other characters. */
function addEncoding(bytes: Buffer, into: FormDigest): void {
  const declaration = bytes.toString('latin1', 0, afterDeclaration(bytes));
  const encoding = /encoding\s*=\s*["']([^"']*)/.exec(declaration)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!encoding.startsWith('utf') && !isAscii(bytes)) into.add('e', encoding);
}

/** The reader accepts one declaration, at the very beginning. */
function afterDeclaration(bytes: Buffer): number {
  return bytes.toString('latin1', 0, 5) === '<?xml' && WHITE.has(bytes[5]!)
    ? bytes.indexOf('?>', 5, 'latin1') + 2
    : 0;
}

function isPreservedAround(doc: XmlDocument, root: number): boolean {
  for (let at = doc.parents[root]!; at !== -1; at = doc.parents[at]!) {
    const space = attributeText(doc, at, 'space', XML_NAMESPACE);
    if (space !== undefined) return space === 'preserve';
  }
  return false;
}

function addElement(writer: Writer, into: FormDigest, element: number, preserved: boolean): void {
  const { doc, noise } = writer;
  into.add('<', localName(doc, element));
  const namespace = namespaceOf(doc, element);
  into.add('n', namespace === noise.plainNamespace ? '' : namespace);
  const space = attributeText(doc, element, 'space', XML_NAMESPACE);
  const preserves = space === undefined ? preserved : space === 'preserve';
  for (const declaration of declaredAt(writer, element)) into.add('x', declaration);
  addAttributes(writer, into, element);
  if (noise.isUnordered?.(element) === true) addUnordered(writer, into, element, preserves);
  else addContent(writer, into, element, preserves);
  into.add('>');
}

function addContent(writer: Writer, into: FormDigest, element: number, preserves: boolean): void {
  const { doc } = writer;
  let from = doc.contentStarts[element]!;
  let child = firstChild(doc, element);
  const withBlanks = preserves || child === -1;
  for (; child !== -1; child = doc.nextSiblings[child]!) {
    addRun(writer, into, [from, doc.starts[child]!], withBlanks);
    addChild(writer, into, child, preserves);
    from = doc.ends[child]!;
  }
  addRun(writer, into, [from, doc.contentEnds[element]!], withBlanks);
}

function addChild(writer: Writer, into: FormDigest, child: number, preserves: boolean): void {
  const { noise, digests } = writer;
  if (noise.isNoise?.(child) === true) return;
  if (noise.isConnection?.(child) === true) addElement(writer, digests.connections(), child, preserves);
  else addElement(writer, into, child, preserves);
}

/** Writes the elements in the order of their own digests. Nothing but elements can change places. */
function addUnordered(writer: Writer, into: FormDigest, element: number, preserves: boolean): void {
  const { doc, noise } = writer;
  const digests: string[] = [];
  let from = doc.contentStarts[element]!;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    addRun(writer, into, [from, doc.starts[child]!], false);
    from = doc.ends[child]!;
    if (noise.isNoise?.(child) === true) continue;
    const own = new FormDigest();
    addElement(writer, own, child, preserves);
    digests.push(own.end());
  }
  addRun(writer, into, [from, doc.contentEnds[element]!], false);
  for (const digest of digests.sort()) into.add('u', digest);
}

function addAttributes({ doc, noise }: Writer, into: FormDigest, element: number): void {
  const attributes: { readonly name: string; readonly value: string }[] = [];
  for (let at = doc.attributeStarts[element]!; at < doc.attributeStarts[element + 1]!; at += 1) {
    if (noise.isNoiseAttribute?.(element, at) === true) continue;
    const value = noise.meantBy?.(element, at) ?? attributeValue(doc, at);
    // No namespace and no name holds a space behind the reader.
    attributes.push({ name: `${attributeName(doc, at)} ${attributeNamespace(doc, at)}`, value });
  }
  attributes.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, value } of attributes) {
    into.add('a', name);
    into.add('v', value);
  }
}

function declaredAt({ declared, noise }: Writer, element: number): readonly string[] {
  const all = declared.get(element) ?? [];
  return all.filter((declaration) => {
    const equals = declaration.indexOf('=');
    const [prefix, namespace] = [declaration.slice(0, equals), declaration.slice(equals + 1)];
    return (
      namespace !== noise.plainNamespace && noise.isNoiseDeclaration?.(element, prefix, namespace) !== true
    );
  });
}

/** Returns `prefix=namespace` of every declaration by element, sorted; the namespaces as the file writes them. */
function declarationsOf(doc: XmlDocument): ReadonlyMap<number, readonly string[]> {
  const elements = new Set<number>();
  for (const pairs of doc.declarations.values())
    for (let i = 0; i < pairs.length; i += 2) elements.add(pairs[i]!);
  return new Map([...elements].map((element) => [element, declarationsIn(doc, element).sort()]));
}

const SPACE_OR_EQUALS = new Set([...WHITE, 0x3d]);

/** Reads the declarations in a start tag, which the reader has found well-formed. */
function declarationsIn({ bytes, starts, contentStarts }: XmlDocument, element: number): string[] {
  const found: string[] = [];
  const end = contentStarts[element]!;
  let at = starts[element]!;
  const skip = (isSkipped: (byte: number) => boolean) => {
    while (at < end && isSkipped(bytes[at]!)) at += 1;
  };
  skip((byte) => !WHITE.has(byte));
  for (;;) {
    skip((byte) => WHITE.has(byte));
    const nameStart = at;
    skip((byte) => !SPACE_OR_EQUALS.has(byte));
    const name = bytes.toString('utf8', nameStart, at);
    skip((byte) => SPACE_OR_EQUALS.has(byte));
    if (at >= end) return found;
    const quote = bytes[at]!;
    at += 1;
    const valueStart = at;
    skip((byte) => byte !== quote);
    if (name === 'xmlns' || name.startsWith('xmlns:'))
      found.push(`${name.slice('xmlns:'.length)}=${bytes.toString('utf8', valueStart, at)}`);
    at += 1;
  }
}

/**
 * Writes the text and the instructions between two tags. Comments mean nothing, nor does white space between elements.
 */
function addRun({ doc }: Writer, into: FormDigest, [from, end]: Range, withBlanks: boolean): void {
  const { bytes } = doc;
  if (isBlank(bytes, from, end)) {
    if (withBlanks && from < end) into.add('t', decodeContent(doc.text, from, end));
    return;
  }
  let hasCdata = false;
  let isMarkup = true;
  let at = bytes.indexOf(LESS, from);
  let textFrom = from;
  for (; at !== -1 && at < end; at = bytes.indexOf(LESS, textFrom)) {
    isMarkup &&= isBlank(bytes, textFrom, at);
    if (bytes[at + 1] === QUESTION) {
      textFrom = bytes.indexOf('?>', at + 2, 'latin1') + 2;
      into.add('?', bytes.toString('utf8', at, textFrom));
    } else if (bytes[at + 2] === MINUS) {
      textFrom = bytes.indexOf('-->', at + 4, 'latin1') + 3;
    } else {
      hasCdata = true;
      textFrom = bytes.indexOf(']]>', at + CDATA_OPEN_BYTES, 'latin1') + CDATA_CLOSE_BYTES;
    }
  }
  isMarkup &&= isBlank(bytes, textFrom, end);
  const text = decodeContent(doc.text, from, end);
  if (isMarkup && !hasCdata && (!withBlanks || text === '')) return;
  into.add('t', text);
}

function isBlank(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (!WHITE.has(bytes[at]!)) return false;
  return true;
}
