/** Decoder of checked XML: references, line ends and attribute white space resolved. */

import type { DocumentText } from '../document-text.ts';
import {
  AMPERSAND,
  CLOSE_BRACKET,
  CR,
  GREATER,
  LESS,
  OPEN_BRACKET,
  QUESTION,
  referencedText,
  SPACE,
} from './characters.ts';

/** Kinds of decoding that a value needs. */
const CONTROL = 1;
const REFERENCE = 2;
const NON_ASCII = 4;
const MARKUP = 8;
const NEEDS = new Uint8Array(256).fill(CONTROL, 0, SPACE).fill(NON_ASCII, 0x80);
NEEDS[AMPERSAND] = REFERENCE;
NEEDS[LESS] = MARKUP;

function needsOf(bytes: Buffer, start: number, end: number): number {
  let needs = 0;
  for (let p = start; p < end; p++) needs |= NEEDS[bytes[p]!]!;
  return needs;
}

/** Returns whether the value of an attribute equals its source, read as UTF-8. */
export function isPlainValue(bytes: Buffer, start: number, end: number): boolean {
  for (let p = start; p < end; p++) if ((NEEDS[bytes[p]!]! & ~NON_ASCII) !== 0) return false;
  return true;
}

/** Returns the same for a stretch of content: character data without references, carriage returns and markup. */
export function isPlainContent(bytes: Buffer, start: number, end: number): boolean {
  for (let p = start; p < end; p++) {
    const byte = bytes[p]!;
    if (byte === AMPERSAND || byte === LESS || byte === CR) return false;
  }
  return true;
}

/** Bytes of `<![CDATA[` and of `]]>`. */
export const CDATA_OPEN_BYTES = 9;
export const CDATA_CLOSE_BYTES = 3;

/** Returns whether a stretch of content is one CDATA section whose text equals its source. */
export function isPlainCdata(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < CDATA_OPEN_BYTES + CDATA_CLOSE_BYTES) return false;
  // In checked content nothing else has a bracket there.
  if (bytes[start] !== LESS || bytes[start + 2] !== OPEN_BRACKET) return false;
  for (let p = start + CDATA_OPEN_BYTES; p < end; p++) {
    const byte = bytes[p]!;
    if (byte === CR) return false;
    // It ends with the first of these.
    if (byte === GREATER && bytes[p - 1] === CLOSE_BRACKET && bytes[p - 2] === CLOSE_BRACKET)
      return p === end - 1;
  }
  return false;
}

/** Returns the value of an attribute: references resolved, every tab and line end a space. */
export function decodeAttribute(text: DocumentText, start: number, end: number): string {
  const needs = needsOf(text.bytes, start, end);
  if (needs === 0) return text.ascii(start, end);
  const raw = needs & NON_ASCII ? text.slice(start, end) : text.ascii(start, end);
  const normal = needs & CONTROL ? raw.replaceAll(/\r\n?|[\n\t]/g, ' ') : raw;
  return needs & REFERENCE ? resolveReferences(normal) : normal;
}

/** Returns character data without markup: references resolved, every line end LF. */
function decodeText(text: DocumentText, start: number, end: number): string {
  const decoded = decodeCdata(text, start, end);
  return decoded.includes('&') ? resolveReferences(decoded) : decoded;
}

/** Resolves references, which were checked when the document was read. */
function resolveReferences(raw: string): string {
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', from)) {
    const semicolon = raw.indexOf(';', at);
    text += raw.slice(from, at) + referencedText(raw.slice(at + 1, semicolon))!;
    from = semicolon + 1;
  }
  return text + raw.slice(from);
}

/** Returns a CDATA section's content: only line ends change. */
function decodeCdata(text: DocumentText, start: number, end: number): string {
  const decoded = text.slice(start, end);
  return decoded.includes('\r') ? decoded.replaceAll(/\r\n?/g, '\n') : decoded;
}

/** Returns the text of a stretch that holds character data, CDATA sections, comments and instructions, but no tags. */
export function decodeContent(source: DocumentText, start: number, end: number): string {
  const { bytes } = source;
  const needs = needsOf(bytes, start, end);
  if (needs === 0) return source.ascii(start, end);
  if ((needs & MARKUP) === 0) return decodeText(source, start, end);
  let markup = bytes.indexOf(LESS, start);
  let text = '';
  let from = start;
  while (markup !== -1 && markup < end) {
    text += decodeText(source, from, markup);
    if (bytes[markup + 1] === QUESTION) {
      from = bytes.indexOf('?>', markup + 2, 'latin1') + 2;
    } else if (bytes[markup + 2] === 0x2d /* - */) {
      from = bytes.indexOf('-->', markup + 4, 'latin1') + 3;
    } else {
      const close = bytes.indexOf(']]>', markup + CDATA_OPEN_BYTES, 'latin1');
      text += decodeCdata(source, markup + CDATA_OPEN_BYTES, close);
      from = close + CDATA_CLOSE_BYTES;
    }
    markup = bytes.indexOf(LESS, from);
  }
  return text + decodeText(source, from, end);
}
