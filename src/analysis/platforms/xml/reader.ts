/**
 * Reads XML into columns of offsets: one pass over the bytes, no tree of objects, no strings but the names.
 *
 * It rejects everything that a conforming parser with namespaces rejects, and every DOCTYPE besides.
 */

import { READ_LIMITS, type ReadLimits } from '../limits.ts';
import { toUtf8, unparsable } from '../text.ts';
import {
  AMPERSAND,
  BANG,
  CDATA_STOPS,
  CLOSE_BRACKET,
  COMMENT_STOPS,
  GREATER,
  LESS,
  MINUS,
  QUESTION,
  SLASH,
  skipPlain,
  skipReference,
  skipWhite,
  TEXT_STOPS,
} from './characters.ts';
import { skipDeclaration, skipInstruction } from './declaration.ts';
import type { XmlDocument } from './document.ts';
import { beginScan, cutDocument, endScan, type XmlScan } from './scan.ts';
import { closeElement, readStartTag } from './start-tag.ts';

const CDATA_OPEN = '<![CDATA[';
const DOCTYPE_OPEN = '<!DOCTYPE';

/** Reads a whole document. Throws `unparsable_file` with line and column, or `structure_limit_exceeded`. */
export function readXml(input: Uint8Array, limits: ReadLimits = READ_LIMITS): XmlDocument {
  const bytes = toUtf8(input);
  const scan = beginScan(bytes, limits);
  try {
    const root = skipOutside(bytes, skipDeclaration(bytes));
    if (root >= bytes.length) throw unparsable(bytes, root, 'the document has no root element');
    const end = readContent(scan, readStartTag(scan, root));
    const rest = skipOutside(bytes, end);
    if (rest < bytes.length) throw unparsable(bytes, rest, 'a document may have only one root element');
    return cutDocument(scan);
  } finally {
    endScan(scan);
  }
}

/** Skips white space, comments and instructions outside the root, up to a tag or the end of the bytes. */
function skipOutside(bytes: Buffer, from: number): number {
  let p = skipWhite(bytes, from);
  while (p < bytes.length) {
    if (bytes[p] !== LESS) throw unparsable(bytes, p, 'text is not allowed outside the root element');
    const next = bytes[p + 1];
    if (next === QUESTION) p = skipInstruction(bytes, p);
    else if (next === BANG) p = skipCommentOutside(bytes, p);
    else return p;
    p = skipWhite(bytes, p);
  }
  return p;
}

function skipCommentOutside(bytes: Buffer, from: number): number {
  if (opens(bytes, from, CDATA_OPEN))
    throw unparsable(bytes, from, 'text is not allowed outside the root element');
  return skipDeclarative(bytes, from);
}

/** Reads everything up to the end of the root element. */
function readContent(scan: XmlScan, from: number): number {
  const { bytes } = scan;
  let p = from;
  while (scan.depth > 0) {
    p = skipPlain(bytes, p, TEXT_STOPS);
    const byte = bytes[p];
    if (byte === LESS) {
      const next = bytes[p + 1];
      if (next === SLASH) p = readEndTag(scan, p);
      else if (next === BANG) p = skipDeclarative(bytes, p);
      else if (next === QUESTION) p = skipInstruction(bytes, p);
      else p = readStartTag(scan, p);
    } else if (byte === AMPERSAND) {
      p = skipReference(bytes, p);
    } else if (byte === CLOSE_BRACKET) {
      if (bytes[p + 1] === CLOSE_BRACKET && bytes[p + 2] === GREATER) {
        throw unparsable(bytes, p, '"]]>" is not allowed in text; write ]]&gt;');
      }
      p++;
    } else throw unclosed(scan);
  }
  return p;
}

function readEndTag(scan: XmlScan, from: number): number {
  const { bytes } = scan;
  const element = scan.parent;
  let opened = scan.starts[element]! + 1;
  const length = scan.nameLengths[scan.depth - 1]!;
  let p = from + 2;
  for (const stop = p + length; p < stop; p++) if (bytes[p] !== bytes[opened++]) throw mismatched(scan, from);
  if (bytes[p] !== GREATER) {
    p = skipWhite(bytes, p);
    if (bytes[p] !== GREATER) throw mismatched(scan, from);
  }
  closeElement(scan, element, from, p + 1);
  return p + 1;
}

/** Skips a comment or a CDATA section; rejects anything else that begins with `<!`. */
function skipDeclarative(bytes: Buffer, from: number): number {
  if (bytes[from + 2] === MINUS && bytes[from + 3] === MINUS) return skipComment(bytes, from);
  if (opens(bytes, from, CDATA_OPEN)) return skipCdata(bytes, from);
  if (opens(bytes, from, DOCTYPE_OPEN)) {
    throw unparsable(bytes, from, 'a DOCTYPE is not accepted; no workflow needs one, so remove it');
  }
  throw unparsable(bytes, from, '"<!" must begin a comment or a CDATA section');
}

function opens(bytes: Buffer, from: number, sign: string): boolean {
  for (let i = 0; i < sign.length; i++) if (bytes[from + i] !== sign.charCodeAt(i)) return false;
  return true;
}

function skipComment(bytes: Buffer, from: number): number {
  let p = skipPlain(bytes, from + 4, COMMENT_STOPS);
  while (bytes[p + 1] !== MINUS) {
    if (p >= bytes.length) throw unparsable(bytes, from, 'a comment has no "-->"');
    p = skipPlain(bytes, p + 1, COMMENT_STOPS);
  }
  if (bytes[p + 2] === GREATER) return p + 3;
  throw unparsable(bytes, p, '"--" is not allowed inside a comment');
}

function skipCdata(bytes: Buffer, from: number): number {
  let p = skipPlain(bytes, from + CDATA_OPEN.length, CDATA_STOPS);
  while (bytes[p + 1] !== CLOSE_BRACKET || bytes[p + 2] !== GREATER) {
    if (p >= bytes.length) throw unparsable(bytes, from, 'a CDATA section has no "]]>"');
    p = skipPlain(bytes, p + 1, CDATA_STOPS);
  }
  return p + 3;
}

function openName(scan: XmlScan): string {
  const start = scan.starts[scan.parent]! + 1;
  const length = scan.nameLengths[scan.depth - 1]!;
  const name = scan.bytes.toString('utf8', start, start + Math.min(length, 60));
  return length > 60 ? `${name}…` : name;
}

function mismatched(scan: XmlScan, offset: number): Error {
  return unparsable(
    scan.bytes,
    offset,
    `the element <${openName(scan)}> must be closed here with its own name`,
  );
}

function unclosed(scan: XmlScan): Error {
  return unparsable(scan.bytes, scan.starts[scan.parent]!, `the element <${openName(scan)}> is never closed`);
}
