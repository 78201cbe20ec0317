/** Reads the values of a flow's JSON as properties, and every expression in them into the draft. */
import type { Position, Property, Value } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import { makeExpression } from '../expression.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { firstJsonChild, type JsonDocument, JsonKind, stringOf, TextMark } from '../json/document.ts';
import { ownTextProperty, RangeProperty } from '../range-property.ts';
import type { SettingPlaceName } from '../setting-names.ts';
import {
  expressionIn,
  expressionInKey,
  templateSyntax,
  unescapeLiteral,
  wholeSyntax,
} from './expressions/expressions.ts';
import { flowSettingNames, Mark, recordMarked } from './marks.ts';

/** Input and output of the functions in this folder. */
export interface FlowReader {
  readonly doc: JsonDocument;
  readonly draft: Draft;
  /** By `Mark`, the positions of the settings that name an action's connector; see `connectors.ts`. */
  readonly marked: number[];
}

const AT = 0x40;
const OPEN_BRACE = 0x7b;

/** Returns whether a value is an object or an array. */
export function isContainer(doc: JsonDocument, at: number): boolean {
  return doc.kinds[at]! <= JsonKind.array;
}

/** Returns the file's own text of a value. */
export function sourceText(doc: JsonDocument, at: number): string {
  return doc.text.slice(doc.starts[at]!, doc.ends[at]!);
}

/** Reads a scalar; an object or array becomes its text in the file, with the expressions in it collected. */
export function readFlowValue(reader: FlowReader, at: number, owner: number, name: string): Value {
  if (isContainer(reader.doc, at)) collectExpressions(reader, at, owner, name);
  return readProperty(reader, at, owner, flowSettingNames.own(name));
}

function readProperty(
  { doc, draft }: FlowReader,
  at: number,
  owner: number,
  name: SettingPlaceName,
): Property {
  let start = doc.starts[at]!;
  let end = doc.ends[at]!;
  let syntax: ExpressionSyntax | undefined;
  if (doc.kinds[at] === JsonKind.string) {
    start += 1;
    end -= 1;
    const marks = doc.marks[at]!;
    if ((marks & TextMark.escape) !== 0) return readDecoded(doc, draft, at, owner, name);
    if ((marks & TextMark.at) !== 0) {
      syntax = syntaxOf(doc.bytes, start, end);
      if (syntax === wholeSyntax) start += 1;
      else if (syntax === undefined && hasDoubled(doc.bytes, start, end))
        return readDecoded(doc, draft, at, owner, name);
    }
  }
  const property = new RangeProperty(doc.text, at, owner, name, 'in', syntax, start, end, undefined);
  if (syntax !== undefined) draft.expressions.push(property);
  return property;
}

/** Returns the syntax of a text without escapes, as `expressionIn` does. */
function syntaxOf(bytes: Buffer, start: number, end: number): ExpressionSyntax | undefined {
  if (bytes[start] === AT && start + 1 < end) {
    const second = bytes[start + 1];
    if (second !== AT && second !== OPEN_BRACE) return wholeSyntax;
  }
  return isTemplate(bytes, start, end) ? templateSyntax : undefined;
}

/** Returns whether `@{` stands somewhere without a third sign before it that makes it plain text. */
function isTemplate(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end - 1) {
    if (bytes[at] !== AT || bytes[at + 1] !== OPEN_BRACE) at += 1;
    else if (bytes[at - 1] !== AT) return true;
    else at += 2;
  }
  return false;
}

function hasDoubled(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) if (bytes[at] === AT && bytes[at - 1] === AT) return true;
  return false;
}

/** Reads a string by its decoded text. */
function readDecoded(
  doc: JsonDocument,
  draft: Draft,
  at: Position,
  owner: number,
  name: SettingPlaceName,
): Property {
  const text = stringOf(doc, at)!;
  const source = expressionIn(text);
  if (source === undefined)
    return ownTextProperty(doc.text, at, owner, name, 'in', undefined, unescapeLiteral(text));
  const property = ownTextProperty(doc.text, at, owner, name, 'in', source.syntax, source.text);
  draft.expressions.push(property);
  return property;
}

/** Collects every expression in a value without making properties of it. */
export function collectExpressions(reader: FlowReader, at: number, owner: number, name: string): void {
  readProperties(reader, at, owner, flowSettingNames.own(name), []);
}

/** Reads every scalar in a value into `properties`; `null` is the same as absent. */
export function readProperties(
  reader: FlowReader,
  at: number,
  owner: number,
  name: SettingPlaceName,
  properties: Property[],
): void {
  const { doc } = reader;
  const kind = doc.kinds[at]!;
  if (kind > JsonKind.array) {
    if (kind !== JsonKind.null) properties.push(readProperty(reader, at, owner, name));
    return;
  }
  if (kind === JsonKind.array) {
    readEntries(reader, at, owner, name, properties);
    return;
  }
  let member: SettingPlaceName | undefined;
  for (let child = firstJsonChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    member = flowSettingNames.member(name, member, doc, child);
    if (!member.isPlain) readSpecial(reader, child, owner, member);
    // A schema describes data and holds none: one text serves the rules that read its restrictions.
    if (member.mark === Mark.schema && isContainer(doc, child))
      properties.push(readProperty(reader, child, owner, member));
    else readProperties(reader, child, owner, member, properties);
  }
}

/** Records a member with a meaning of its own, or reads a computed key, as in a Select's map. */
function readSpecial({ draft, marked }: FlowReader, at: number, owner: number, name: SettingPlaceName): void {
  if (name.mark !== Mark.none) {
    recordMarked(marked, name.mark, at);
    return;
  }
  const source = expressionInKey(name.key);
  if (source !== undefined)
    draft.expressions.push(makeExpression(source.syntax, source.text, { at, owner, name: name.text }));
}

function readEntries(
  reader: FlowReader,
  at: number,
  owner: number,
  name: SettingPlaceName,
  properties: Property[],
): void {
  const { doc } = reader;
  let index = 0;
  for (let child = firstJsonChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    readProperties(reader, child, owner, flowSettingNames.item(name, index), properties);
    index += 1;
  }
}
