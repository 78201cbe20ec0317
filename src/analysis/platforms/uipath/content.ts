/** Forms of a value: literal, `[expression]`, or an element of its own. */
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { AMPERSAND, CLOSE_BRACKET, DOUBLE_QUOTE, OPEN_BRACKET, SPACE, WHITE } from '../xml/characters.ts';
import { isPlainContent, isPlainValue } from '../xml/decode.ts';
import {
  attributeNamed,
  attributeText,
  attributeValue,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../xml/document.ts';
import { ATTRIBUTE, MEANING } from './names/names.ts';
import { Content, contentText, elementName, elementNamespace, type XamlReading } from './reading.ts';

const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const PERCENT = 37;
const LAST_ASCII = 127;

function ownContent(at: number, syntax: ExpressionSyntax | undefined, text: string): Content {
  return new Content(at, syntax, -1, -1, text);
}

/** `{x:Null}` and the like; JSON such as `{"name": 1}` is a literal, as no extension begins with a quotation mark. */
const EXTENSION = /^\{\s*[^"\s].*\}$/s;

/** JSON in a list, as builders of regular expressions save it: no expression begins like it. */
const JSON_LIST = /^\[\{"(?:[^"\\]|\\.)*":/;

/** Returns whether one pair of brackets is around the whole text; `[d(hk)][k(enter)]` is a literal with two. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']') || text.length <= 2) return false;
  let depth = 0;
  for (let at = 1; at < text.length - 1; at += 1) {
    const code = text.charCodeAt(at);
    // Brackets in texts say nothing.
    if (code === DOUBLE_QUOTE) break;
    if (code === OPEN_BRACKET) depth += 1;
    else if (code === CLOSE_BRACKET && --depth < 0) return false;
  }
  return !(text.startsWith('[{"') && JSON_LIST.test(text));
}

/** Reads `[expression]` or a literal, in which `%[` stands for a leading bracket. */
function bracketed(reading: XamlReading, at: number, text: string): Content {
  const trimmed = text.trim();
  if (isBracketed(trimmed)) return ownContent(at, reading.languages.visualBasic, trimmed.slice(1, -1));
  let escapes = 0;
  while (text[escapes] === '%') escapes += 1;
  return ownContent(at, undefined, escapes > 0 && text[escapes] === '[' ? text.slice(1) : text);
}

/** Reads the same from a range of the document; undefined when its ends do not suffice to decide. */
function bracketedRange(reading: XamlReading, at: number, start: number, end: number): Content | undefined {
  const { bytes } = reading.doc;
  if (start === end) return new Content(at, undefined, start, end, undefined);
  const first = bytes[start]!;
  // White space is trimmed, and some of it is not ASCII.
  if (first <= SPACE || first > LAST_ASCII || first === PERCENT) return undefined;
  if (first === OPEN_BRACKET) {
    const last = bytes[end - 1]!;
    if (last <= SPACE || last > LAST_ASCII) return undefined;
    if (last === CLOSE_BRACKET && end - start > 2) {
      for (let inner = start + 1; inner < end - 1; inner += 1)
        if (bytes[inner] === CLOSE_BRACKET) return undefined;
      return new Content(at, reading.languages.visualBasic, start + 1, end - 1, undefined);
    }
  }
  return new Content(at, undefined, start, end, undefined);
}

/**
 * Returns the value in an attribute; undefined for `{x:Null}` and other markup extensions, which set no value of their
 * own.
 */
export function attributeContent(reading: XamlReading, attribute: number): Content | undefined {
  const { doc } = reading;
  const start = doc.attributeValueStarts[attribute]!;
  const end = doc.attributeValueEnds[attribute]!;
  if (doc.bytes[start] === OPEN_BRACE) {
    // Most are `{x:Null}`; braces that may stand for a text, and those behind references, are handled below.
    const second = doc.bytes[start + 1];
    if (doc.bytes[end - 1] === CLOSE_BRACE && second !== CLOSE_BRACE && second !== AMPERSAND)
      return undefined;
  } else if (isPlainValue(doc.bytes, start, end)) {
    const content = bracketedRange(reading, ~attribute, start, end);
    if (content !== undefined) return content;
  }
  const text = attributeValue(doc, attribute);
  if (text.startsWith('{}')) return ownContent(~attribute, undefined, text.slice(2));
  if (EXTENSION.test(text)) return undefined;
  return bracketed(reading, ~attribute, text);
}

/** Returns the name in `{x:Reference name}`, or undefined. */
export function referenceIn(text: string): string | undefined {
  if (!text.startsWith('{') || !text.endsWith('}') || text.length > 300) return undefined;
  const [extension, ...rest] = text.slice(1, -1).trim().split(/\s+/);
  if (extension === undefined || !/^\w+:Reference$/.test(extension)) return undefined;
  return rest.join(' ').replace(/^Name=/, '');
}

/** Returns the name in `<x:Reference>name</x:Reference>`. */
export function referenceOf(doc: XmlDocument, element: number): string {
  return (attributeText(doc, element, 'Name') ?? textOf(doc, element)).trim();
}

/** Returns a range without the white space around it; undefined when its ends do not suffice to decide. */
function trimmedRange(
  doc: XmlDocument,
  at: number,
  syntax: ExpressionSyntax | undefined,
  from: number,
  to: number,
  isPlain: (bytes: Buffer, start: number, end: number) => boolean,
): Content | undefined {
  const { bytes } = doc;
  let start = from;
  let end = to;
  while (start < end && WHITE[bytes[start]!] === 1) start += 1;
  while (start < end && WHITE[bytes[end - 1]!] === 1) end -= 1;
  if (start < end && (bytes[start]! > LAST_ASCII || bytes[end - 1]! > LAST_ASCII)) return undefined;
  return isPlain(bytes, start, end) ? new Content(at, syntax, start, end, undefined) : undefined;
}

/** Returns the text directly in an element, without the white space around it. */
function elementText(doc: XmlDocument, element: number, syntax: ExpressionSyntax | undefined): Content {
  const range =
    firstChild(doc, element) === -1
      ? trimmedRange(
          doc,
          element,
          syntax,
          doc.contentStarts[element]!,
          doc.contentEnds[element]!,
          isPlainContent,
        )
      : undefined;
  return range ?? ownContent(element, syntax, textOf(doc, element).trim());
}

/** Returns the expression in an element that holds one. */
function expressionIn(doc: XmlDocument, element: number, syntax: ExpressionSyntax): Content {
  const attribute = attributeNamed(doc, element, 'ExpressionText');
  if (attribute === -1) {
    const content = elementText(doc, element, syntax);
    // Some packages save the brackets of the short form in the element too.
    const text = syntax.language === 'visual-basic' ? contentText(doc, content) : '';
    return isBracketed(text) ? ownContent(element, syntax, text.slice(1, -1)) : content;
  }
  const start = doc.attributeValueStarts[attribute]!;
  const end = doc.attributeValueEnds[attribute]!;
  const range =
    doc.bytes[start] === OPEN_BRACE
      ? undefined
      : trimmedRange(doc, element, syntax, start, end, isPlainValue);
  if (range !== undefined) return range;
  const text = attributeValue(doc, attribute).trim();
  // `{}` keeps a leading brace, as of a list, from being read as a markup extension.
  return ownContent(element, syntax, text.startsWith('{}') ? text.slice(2) : text);
}

/** Returns the symbol that `<ArgumentValue ArgumentName="x"/>` or `<VariableReference>` names. */
function symbolContent(reading: XamlReading, element: number): Content | undefined {
  const { doc } = reading;
  const syntax = reading.languages[reading.languages.project === 'csharp' ? 'csharp' : 'visualBasic'];
  const direct = attributeText(doc, element, 'ArgumentName');
  if (direct !== undefined) return ownContent(element, syntax, direct);
  const reference = referenceIn(attributeText(doc, element, 'Variable') ?? '');
  let declaration = reference === undefined ? -1 : (reading.named.get(reference) ?? -1);
  // `<VariableReference.Variable>` holds the reference, or the declaration itself.
  const property = firstChild(doc, element);
  const inner = property === -1 ? -1 : firstChild(doc, property);
  if (inner !== -1) {
    const isReference = localName(doc, inner) === 'Reference';
    declaration = isReference ? (reading.named.get(referenceOf(doc, inner)) ?? -1) : inner;
  }
  const name = declaration === -1 ? undefined : attributeText(doc, declaration, 'Name');
  return name === undefined ? undefined : ownContent(element, syntax, name);
}

/** Returns the value of `<x:String>` and the like; `null` for `<x:Null>` and references. */
function languageContent(doc: XmlDocument, element: number): Content | null | undefined {
  const name = localName(doc, element);
  if (name === 'Null' || name === 'Reference' || name === 'Type' || name === 'Static') return null;
  return name === 'Array' ? undefined : elementText(doc, element, undefined);
}

/**
 * Returns the single value that an element stands for: an argument wrapper, an expression, a literal. `null` when it is
 * set to nothing, undefined when the element is no value but an object of its own.
 */
export function elementContent(reading: XamlReading, element: number): Content | null | undefined {
  const { doc } = reading;
  if (elementNamespace(reading, element).isLanguage) return languageContent(doc, element);
  switch (elementName(reading, element).meaning) {
    case MEANING.visualBasic:
      return expressionIn(doc, element, reading.languages.visualBasic);
    case MEANING.csharp:
      return expressionIn(doc, element, reading.languages.csharp);
    case MEANING.literal: {
      const value = attributeNamed(doc, element, 'Value');
      if (value !== -1) return attributeContent(reading, value) ?? null;
      return elementText(doc, element, undefined);
    }
    case MEANING.symbol:
      return symbolContent(reading, element) ?? null;
    case MEANING.argument:
      return wrappedContent(reading, element);
    case MEANING.object:
    case MEANING.delegate:
    case MEANING.variable:
    case MEANING.collection:
      return undefined;
  }
}

/** Returns the value in `<InArgument>…</InArgument>`. */
function wrappedContent(reading: XamlReading, element: number): Content | null | undefined {
  const { doc } = reading;
  for (let inner = firstChild(doc, element); inner !== -1; inner = doc.nextSiblings[inner]!) {
    const name = elementName(reading, inner);
    if (name.dot < 0 && name.attribute !== ATTRIBUTE.key) return elementContent(reading, inner);
  }
  return textContent(reading, element) ?? null;
}

/** Returns the text directly in an element as a value; undefined when it is blank. */
export function textContent(reading: XamlReading, element: number): Content | undefined {
  const { doc } = reading;
  const content = elementText(doc, element, undefined);
  if (content.text === undefined) {
    const { start, end } = content;
    if (start === end) return undefined;
    const found = bracketedRange(reading, element, start, end);
    if (found !== undefined) return found;
  }
  const text = contentText(doc, content);
  return text === '' ? undefined : bracketed(reading, element, text);
}
