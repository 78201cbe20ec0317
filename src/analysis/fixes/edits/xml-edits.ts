/** Edits of XML: attributes, text and whole elements. */
import {
  attributeName,
  attributeNamed,
  attributeText,
  attributeValue,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../../platforms/xml/document.ts';
import type { Edit } from './edit.ts';

const SLASH = 47;
const GREATER = 62;

const isWhite = (byte: number | undefined): boolean =>
  byte === 32 || byte === 9 || byte === 10 || byte === 13;

/** Escapes a text for an attribute in quotation marks, or for content. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

/** Returns the name of an element as it is written, with its prefix. */
export function nameInFile({ bytes, starts }: XmlDocument, element: number): string {
  const from = starts[element]! + 1;
  let to = from;
  while (!isWhite(bytes[to]) && bytes[to] !== SLASH && bytes[to] !== GREATER) to += 1;
  return bytes.toString('utf8', from, to);
}

/** Returns the name of an attribute as it is written, with its prefix. */
export function attributeInFile(doc: XmlDocument, attribute: number): string {
  const { bytes } = doc;
  const from = doc.attributeOffsets[attribute]!;
  let to = from;
  while (!isWhite(bytes[to]) && bytes[to] !== 61) to += 1;
  return bytes.toString('utf8', from, to);
}

/** Returns whether an element is written as `<a/>`. */
export const isEmptyTag = ({ bytes, contentStarts, ends }: XmlDocument, element: number): boolean =>
  contentStarts[element] === ends[element] && bytes[ends[element]! - 2] === SLASH;

/** Returns the name that people know an element by. */
const titleOf = (doc: XmlDocument, element: number): string =>
  attributeText(doc, element, 'DisplayName') ??
  attributeText(doc, element, 'Name') ??
  attributeText(doc, element, 'name') ??
  localName(doc, element);

/** Changes the value of an attribute. */
export function changeAttribute(doc: XmlDocument, attribute: number, value: string): Edit {
  return {
    start: doc.attributeValueStarts[attribute]!,
    end: doc.attributeValueEnds[attribute]!,
    text: escaped(value),
    cells: [`@${attributeInFile(doc, attribute)}=${value}`],
    change: { name: attributeName(doc, attribute), before: attributeValue(doc, attribute), after: value },
  };
}

/** Gives an element an attribute without a prefix; one that it has gets the value. */
export function setAttribute(doc: XmlDocument, element: number, name: string, value: string): Edit {
  const known = attributeNamed(doc, element, name);
  if (known !== -1) return changeAttribute(doc, known, value);
  const at = doc.starts[element]! + 1 + Buffer.byteLength(nameInFile(doc, element));
  return {
    start: at,
    end: at,
    text: ` ${name}="${escaped(value)}"`,
    cells: [`@${name}=${value}`],
    change: { name, before: null, after: value },
  };
}

/** Takes an element away, with the white space in front of it. */
export function removeElement(doc: XmlDocument, element: number): Edit {
  const { bytes } = doc;
  const own = doc.starts[element]!;
  let start = own;
  while (isWhite(bytes[start - 1])) start -= 1;
  const isBehindTag = bytes[start - 1] === GREATER;
  return {
    start: isBehindTag ? start : own,
    end: doc.ends[element]!,
    text: '',
    cells: [],
    change: { name: localName(doc, element), before: titleOf(doc, element), after: null },
  };
}

/** Changes the text of an element without children. Undefined: it has some, or is an empty tag. */
export function setText(doc: XmlDocument, element: number, value: string): Edit | undefined {
  if (firstChild(doc, element) !== -1 || isEmptyTag(doc, element)) return undefined;
  return {
    start: doc.contentStarts[element]!,
    end: doc.contentEnds[element]!,
    text: escaped(value),
    cells: value.trim() === '' ? [] : [`text ${value}`],
    change: { name: localName(doc, element), before: textOf(doc, element), after: value },
  };
}

/** An element to insert: its name with the prefix, and its attributes. */
export interface NewElement {
  readonly name: string;
  readonly attributes: { readonly DisplayName?: string };
}

/** Puts an empty element at the end of the content of another. */
export function appendElement(doc: XmlDocument, element: number, added: NewElement): Edit {
  const attributes = Object.entries(added.attributes);
  const tag = `<${added.name}${attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')} />`;
  const cells = [`<${added.name}`, ...attributes.map(([name, value]) => `@${name}=${value}`), '>'];
  const change = { name: added.name, before: null, after: added.attributes.DisplayName ?? added.name };
  if (!isEmptyTag(doc, element)) {
    const at = doc.contentEnds[element]!;
    return { start: at, end: at, text: tag, cells, change };
  }
  const end = doc.ends[element]!;
  const closing = `</${nameInFile(doc, element)}>`;
  return { start: end - 2, end, text: `>${tag}${closing}`, cells: [...cells, '>'], change };
}
