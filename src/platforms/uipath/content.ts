/** How a value is written: literal, `[expression]`, or an element of its own. */
import type { ExpressionSyntax } from '../expression.ts';
import {
  attributeNamed,
  attributeText,
  attributeValue,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../xml-document.ts';
import { dotIn, type Reading } from './reading.ts';
import { directionOf } from './type-names.ts';

/** A value as it stands in the file. `syntax` is undefined for a literal. */
export interface Content {
  readonly at: number;
  readonly text: string;
  readonly syntax: ExpressionSyntax | undefined;
}

/** `[expression]` or a literal, in which `%[` stands for a leading bracket. */
function bracketed(reading: Reading, at: number, text: string): Content {
  const trimmed = text.trim();
  if (trimmed.startsWith('[') && trimmed.endsWith(']') && trimmed.length > 2)
    return { at, text: trimmed.slice(1, -1), syntax: reading.languages.visualBasic };
  let escapes = 0;
  while (text[escapes] === '%') escapes += 1;
  return { at, text: escapes > 0 && text[escapes] === '[' ? text.slice(1) : text, syntax: undefined };
}

/** The value in an attribute; undefined for `{x:Null}` and other markup extensions, which set no value of their own. */
export function attributeContent(reading: Reading, attribute: number): Content | undefined {
  const text = attributeValue(reading.doc, attribute);
  if (text.startsWith('{}')) return { at: ~attribute, text: text.slice(2), syntax: undefined };
  if (text.startsWith('{') && text.endsWith('}')) return undefined;
  return bracketed(reading, ~attribute, text);
}

/** The name in `{x:Reference name}`, or undefined. */
export function referenceIn(text: string): string | undefined {
  if (!text.startsWith('{') || !text.endsWith('}') || text.length > 300) return undefined;
  const [extension, ...rest] = text.slice(1, -1).trim().split(/\s+/);
  if (extension === undefined || !/^\w+:Reference$/.test(extension)) return undefined;
  return rest.join(' ').replace(/^Name=/, '');
}

/** The name in `<x:Reference>name</x:Reference>`. */
export function referenceOf(doc: XmlDocument, element: number): string {
  return (attributeText(doc, element, 'Name') ?? textOf(doc, element)).trim();
}

/** Elements that hold one expression. The first two are Visual Basic's, the others C#'s. */
function expressionSyntax(reading: Reading, name: string): ExpressionSyntax | undefined {
  switch (name) {
    case 'VisualBasicValue':
    case 'VisualBasicReference':
      return reading.languages.visualBasic;
    case 'CSharpValue':
    case 'CSharpReference':
      return reading.languages.csharp;
    default:
      return undefined;
  }
}

const SYMBOLS = new Set(['VariableValue', 'VariableReference', 'ArgumentValue', 'ArgumentReference']);

/** The symbol that `<ArgumentValue ArgumentName="x"/>` or `<VariableReference>` means. */
function symbolContent(reading: Reading, element: number): Content | undefined {
  const { doc } = reading;
  const syntax = reading.languages[reading.languages.project === 'csharp' ? 'csharp' : 'visualBasic'];
  const direct = attributeText(doc, element, 'ArgumentName');
  if (direct !== undefined) return { at: element, text: direct, syntax };
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
  return name === undefined ? undefined : { at: element, text: name, syntax };
}

/**
 * The single value that an element stands for: an argument wrapper, an expression, a literal. `null` when it is set to
 * nothing, undefined when the element is no value but an object of its own.
 */
export function elementContent(reading: Reading, element: number): Content | null | undefined {
  const { doc } = reading;
  const name = localName(doc, element);
  if (reading.language[doc.namespaceIds[element]!]) {
    if (name === 'Null' || name === 'Reference' || name === 'Type' || name === 'Static') return null;
    return name === 'Array'
      ? undefined
      : { at: element, text: textOf(doc, element).trim(), syntax: undefined };
  }
  const syntax = expressionSyntax(reading, name);
  if (syntax !== undefined) {
    const attribute = attributeNamed(doc, element, 'ExpressionText');
    const text = attribute === -1 ? textOf(doc, element) : attributeValue(doc, attribute);
    return { at: element, text: text.trim(), syntax };
  }
  if (name === 'Literal') {
    const value = attributeNamed(doc, element, 'Value');
    if (value !== -1) return attributeContent(reading, value) ?? null;
    return { at: element, text: textOf(doc, element).trim(), syntax: undefined };
  }
  if (SYMBOLS.has(name)) return symbolContent(reading, element) ?? null;
  if (directionOf(name) === undefined) return undefined;
  return wrappedContent(reading, element);
}

/** The value in `<InArgument>…</InArgument>`. */
function wrappedContent(reading: Reading, element: number): Content | null | undefined {
  const { doc } = reading;
  for (let inner = firstChild(doc, element); inner !== -1; inner = doc.nextSiblings[inner]!) {
    if (dotIn(reading, doc.nameIds[inner]!) >= 0 || localName(doc, inner) === 'Key') continue;
    return elementContent(reading, inner);
  }
  return textContent(reading, element) ?? null;
}

/** The text directly in an element as a value; undefined when it is blank. */
export function textContent(reading: Reading, element: number): Content | undefined {
  const text = textOf(reading.doc, element).trim();
  return text === '' ? undefined : bracketed(reading, element, text);
}
