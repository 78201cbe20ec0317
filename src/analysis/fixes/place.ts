/** Finds the place of a finding in the document, by the path that the finding has. */

import type { InputFile } from '../platforms/input-file.ts';
import { firstJsonChild, type JsonDocument, keyOf } from '../platforms/json/document.ts';
import {
  attributeName,
  attributeNamespace,
  firstChild,
  localName,
  type XmlDocument,
} from '../platforms/xml/document.ts';
import { type EmbeddedScript, embeddedScript } from './edits/embedded-script.ts';

/** An element, or one of its attributes. */
export interface XmlPlace {
  readonly syntax: 'xml';
  readonly doc: XmlDocument;
  readonly element: number;
  /** -1: the element itself. */
  readonly attribute: number;
}

/** A value of JSON. */
export interface JsonPlace {
  readonly syntax: 'json';
  readonly doc: JsonDocument;
  readonly value: number;
}

/** A line of a desktop flow: of a file of its own, or of a script in another file. */
export interface ScriptPlace {
  readonly syntax: 'script';
  /** The whole script as UTF-8 without a byte-order mark. */
  readonly bytes: Buffer;
  /** Returns an edit of the script as one of the file; absent: the script is the file. */
  readonly embed?: EmbeddedScript['embed'];
  /** Offsets of the line, without its end. */
  readonly start: number;
  readonly end: number;
}

/** A place that a fix can mend. */
export type DocumentPlace = XmlPlace | JsonPlace | ScriptPlace;

const ELEMENT_STEP = /\/\*\[local-name\(\)='([^']{1,500})'\]\[(\d{1,9})\]/y;
const ATTRIBUTE_STEP = /\/@\*\[local-name\(\)='([^']{1,500})'\](?:\[namespace-uri\(\)='([^']{0,1000})'\])?/y;
const SCRIPT_PATH = '/script.robin#L';
const SCRIPT_LINE = /^\/script\.robin#L(\d{1,9})$/;
const LF = 10;
const CR = 13;

function xmlPlace(doc: XmlDocument, path: string): XmlPlace | undefined {
  let element = -1;
  let at = 0;
  for (;;) {
    ELEMENT_STEP.lastIndex = at;
    const step = ELEMENT_STEP.exec(path);
    if (step === null) break;
    let left = Number(step[2]);
    let child = element === -1 ? 0 : firstChild(doc, element);
    for (; child !== -1; child = element === -1 ? -1 : doc.nextSiblings[child]!) {
      if (localName(doc, child) !== step[1]) continue;
      left -= 1;
      if (left === 0) break;
    }
    if (child === -1) return undefined;
    element = child;
    at = ELEMENT_STEP.lastIndex;
  }
  if (element === -1) return undefined;
  if (at === path.length) return { syntax: 'xml', doc, element, attribute: -1 };
  ATTRIBUTE_STEP.lastIndex = at;
  const step = ATTRIBUTE_STEP.exec(path);
  if (step === null || ATTRIBUTE_STEP.lastIndex !== path.length) return undefined;
  for (let a = doc.attributeStarts[element]!; a < doc.attributeStarts[element + 1]!; a += 1)
    if (
      attributeName(doc, a) === step[1] &&
      (step[2] === undefined || attributeNamespace(doc, a) === step[2])
    )
      return { syntax: 'xml', doc, element, attribute: a };
  return undefined;
}

function jsonPlace(doc: JsonDocument, pointer: string): JsonPlace | undefined {
  let value = 0;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    let child = firstJsonChild(doc, value);
    let found = -1;
    for (let index = 0; child !== -1; child = doc.nextSiblings[child]!, index += 1)
      if (doc.keyStarts[child] === -1 ? String(index) === name : keyOf(doc, child) === name) found = child;
    if (found === -1) return undefined;
    value = found;
  }
  return { syntax: 'json', doc, value };
}

function scriptPlace(bytes: Buffer, path: string): ScriptPlace | undefined {
  const line = SCRIPT_LINE.exec(path)?.[1];
  if (line === undefined) return undefined;
  let start = 0;
  for (let left = Number(line) - 1; left > 0; left -= 1) {
    while (start < bytes.length && bytes[start] !== LF && bytes[start] !== CR) start += 1;
    if (start >= bytes.length) return undefined;
    start += bytes[start] === CR && bytes[start + 1] === LF ? 2 : 1;
  }
  let end = start;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end += 1;
  return { syntax: 'script', bytes, start, end };
}

/** Returns the line of a script in an element. */
function embeddedPlace(doc: XmlDocument, path: string): ScriptPlace | undefined {
  const home = path.lastIndexOf(SCRIPT_PATH);
  const at = home === -1 ? undefined : xmlPlace(doc, path.slice(0, home));
  if (at === undefined || at.attribute !== -1) return undefined;
  const offset = doc.contentStarts[at.element]!;
  const source = doc.bytes.toString('utf8', offset, doc.contentEnds[at.element]!);
  const script = embeddedScript(source, offset);
  const place = script && scriptPlace(script.bytes, path.slice(home));
  return place && { ...place, embed: script.embed };
}

/** Returns the place of a path of a finding; undefined: it is in a part that no fix reaches. */
export function documentPlace(file: InputFile, path: string): DocumentPlace | undefined {
  if (file.syntax === 'xml') return xmlPlace(file.xml(), path) ?? embeddedPlace(file.xml(), path);
  if (file.syntax === 'json') return jsonPlace(file.json(), path);
  return file.syntax === 'zip' ? undefined : scriptPlace(file.bytes, path);
}
