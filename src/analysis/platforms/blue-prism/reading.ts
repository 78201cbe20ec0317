/** State shared by all parts of the Blue Prism reader, and constructors of values. */
import type { Position, Property, Value } from '../../model/workflow.ts';
import type { DocumentText } from '../document-text.ts';
import type { Draft } from '../draft.ts';
import { RangeProperty, type SettingLabel } from '../range-property.ts';
import { sharedKey } from '../shared-names.ts';
import { CLOSE_BRACKET, SPACE } from '../xml/characters.ts';
import {
  CDATA_CLOSE_BYTES,
  CDATA_OPEN_BYTES,
  isPlainCdata,
  isPlainContent,
  isPlainValue,
} from '../xml/decode.ts';
import { attributeNamed, attributeValue, textOf, type XmlDocument } from '../xml/document.ts';
import { BLUE_PRISM_SYNTAX, DATA_ITEM_SYNTAX } from './expressions/syntax.ts';

/** Returns the position of an attribute: the complement of its index. */
function attributePosition(attribute: number): Position {
  return ~attribute;
}

/** One process, object or release while it is read. */
export interface ReleaseReading {
  readonly doc: XmlDocument;
  readonly draft: Draft;
}

/** A text of the file with its position: a range of it as it is, or with start -1 a text of its own. */
export class Placed {
  readonly at: Position;
  readonly start: number;
  readonly end: number;
  readonly own: string | undefined;
  readonly document: DocumentText;

  constructor(document: DocumentText, at: Position, start: number, end: number, own: string | undefined) {
    this.document = document;
    this.at = at;
    this.start = start;
    this.end = end;
    this.own = own;
  }

  get text(): string {
    return this.own ?? this.document.slice(this.start, this.end);
  }

  get isEmpty(): boolean {
    return this.own === undefined ? this.start === this.end : this.own === '';
  }

  get isBlank(): boolean {
    if (this.own !== undefined) return this.own.trim() === '';
    const { bytes } = this.document;
    for (let at = this.start; at < this.end; at += 1) {
      // Beyond ASCII there are more kinds of white space.
      if (bytes[at]! >= 0x80) return this.text.trim() === '';
      if (bytes[at]! > SPACE) return false;
    }
    return true;
  }

  /** Returns whether an ASCII character stands in a text that is a range. */
  has(byte: number): boolean {
    const { bytes } = this.document;
    for (let at = this.start; at < this.end; at += 1) if (bytes[at] === byte) return true;
    return false;
  }

  /** Returns the text without surrounding white space. */
  trimmed(): Placed {
    if (this.own !== undefined) return new Placed(this.document, this.at, -1, -1, this.own.trim());
    const { bytes } = this.document;
    let { start, end } = this;
    while (start < end && bytes[start]! <= SPACE) start += 1;
    while (start < end && bytes[end - 1]! <= SPACE) end -= 1;
    // Beyond ASCII there are more kinds of white space.
    if (start < end && (bytes[start]! >= 0x80 || bytes[end - 1]! >= 0x80))
      return new Placed(this.document, this.at, -1, -1, this.text.trim());
    return new Placed(this.document, this.at, start, end, undefined);
  }
}

/** Returns a text that does not stand in the file as it is. */
export function derivedText(doc: XmlDocument, at: Position, text: string): Placed {
  return new Placed(doc.text, at, -1, -1, text);
}

/** Returns the value of an attribute. */
export function attributePlaced(doc: XmlDocument, attribute: number): Placed {
  const at = attributePosition(attribute);
  const start = doc.attributeValueStarts[attribute]!;
  const end = doc.attributeValueEnds[attribute]!;
  if (!isPlainValue(doc.bytes, start, end)) return derivedText(doc, at, attributeValue(doc, attribute));
  return new Placed(doc.text, at, start, end, undefined);
}

/** Returns the text of an element. */
export function contentPlaced(doc: XmlDocument, element: number): Placed {
  const start = doc.contentStarts[element]!;
  const end = doc.contentEnds[element]!;
  // Elements inside it begin with markup, so that the range of a non-empty one is not plain.
  if (isPlainContent(doc.bytes, start, end)) return new Placed(doc.text, element, start, end, undefined);
  if (!isPlainCdata(doc.bytes, start, end)) return derivedText(doc, element, textOf(doc, element));
  const [first, last] = [start + CDATA_OPEN_BYTES, end - CDATA_CLOSE_BYTES];
  return new Placed(doc.text, element, first, last, undefined);
}

/** Returns the value of an attribute with few values per file: names and types recur, and share one object. */
export function sharedAttribute(doc: XmlDocument, element: number, name: string): string | undefined {
  const attribute = attributeNamed(doc, element, name);
  return attribute === -1 ? undefined : sharedValue(doc, attribute);
}

/** Returns the same for an attribute that is there. */
export function sharedValue(doc: XmlDocument, attribute: number): string {
  const start = doc.attributeValueStarts[attribute]!;
  const end = doc.attributeValueEnds[attribute]!;
  const shared = isPlainValue(doc.bytes, start, end) ? sharedKey(doc.bytes, start, end) : undefined;
  return shared ?? attributeValue(doc, attribute);
}

/** Returns the same for the text of an element. */
export function sharedContent(doc: XmlDocument, element: number): string {
  const start = doc.contentStarts[element]!;
  const end = doc.contentEnds[element]!;
  const shared = isPlainContent(doc.bytes, start, end) ? sharedKey(doc.bytes, start, end) : undefined;
  return shared ?? textOf(doc, element);
}

/** Returns the attribute of an element, or undefined when it is absent. */
export function attributeAt(doc: XmlDocument, element: number, name: string): Placed | undefined {
  const attribute = attributeNamed(doc, element, name);
  return attribute === -1 ? undefined : attributePlaced(doc, attribute);
}

/** End of an obfuscated value without text: the id of the form that has one, in the place of the text. */
const EMPTY_TEXT = /<[\da-f-]{36}>$/i;

/**
 * Returns whether a password is stored. Obfuscated ones are `key:text`; of an empty password the part behind the colon
 * is empty, or an id stands in the place of both; older versions write nothing at all.
 */
export function isStoredPassword(encoded: string): boolean {
  const trimmed = encoded.trim();
  return trimmed !== '' && !trimmed.endsWith(':') && !EMPTY_TEXT.test(trimmed);
}

/** Returns a fixed text that is no setting. */
export function literalValue(owner: number, name: string, placed: Placed): Value {
  return literalSetting(owner, { text: name, id: undefined }, placed);
}

/** Returns a setting with a fixed text. */
export function literalSetting(owner: number, label: SettingLabel, placed: Placed): RangeProperty {
  const { document, at, start, end, own } = placed;
  return new RangeProperty(document, at, owner, label, 'in', undefined, start, end, own);
}

/** Returns a setting with a fixed text that is not in the file. */
export function ownSetting(
  { text }: XmlDocument,
  at: Position,
  owner: number,
  label: SettingLabel,
  value: string,
): RangeProperty {
  return new RangeProperty(text, at, owner, label, 'in', undefined, -1, -1, value);
}

/**
 * Returns a setting with an expression, and adds the expression to the workflow's list. Blank source is no expression:
 * the field is empty.
 */
export function expressionSetting(
  reading: ReleaseReading,
  owner: number,
  label: SettingLabel,
  placed: Placed,
  direction: Property['direction'] = 'in',
  syntax = BLUE_PRISM_SYNTAX,
): RangeProperty {
  const { document, at, start, end, own } = placed;
  if (placed.isBlank) return new RangeProperty(document, at, owner, label, direction, undefined, -1, -1, '');
  const setting = new RangeProperty(document, at, owner, label, direction, syntax, start, end, own);
  reading.draft.expressions.push(setting);
  return setting;
}

/** Returns a data item that the file names without brackets, as the expression that reads or writes it. */
export function dataItemSetting(
  reading: ReleaseReading,
  owner: number,
  label: SettingLabel,
  placed: Placed,
  direction: Property['direction'],
): RangeProperty {
  if (placed.own === undefined && !placed.has(CLOSE_BRACKET))
    return expressionSetting(reading, owner, label, placed, direction, DATA_ITEM_SYNTAX);
  const text = placed.isBlank ? '' : `[${placed.text}]`;
  return expressionSetting(reading, owner, label, derivedText(reading.doc, placed.at, text), direction);
}
