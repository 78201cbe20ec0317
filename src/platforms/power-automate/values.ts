/** Turns the values of a flow's JSON into properties, and every expression in them into one of the draft. */
import type { Expression, Position, Property, Value } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import { type ExpressionSyntax, makeExpression } from '../expression.ts';
import { firstChild, type JsonDocument, JsonKind, stringOf } from '../json-document.ts';
import { rangeProperty, textProperty } from '../json-property.ts';
import { RangeExpression } from '../range-expression.ts';
import type { SettingName } from '../setting-names.ts';
import {
  expressionIn,
  expressionInKey,
  templateSyntax,
  unescapeLiteral,
  wholeSyntax,
} from './expressions.ts';
import { Mark, noteMarked, settingNames } from './marks.ts';

/** What the functions of this folder read from and write to. */
export interface FlowReader {
  readonly doc: JsonDocument;
  readonly draft: Draft;
  /** By `Mark`, where the settings that say which connector an action calls stand; see `connectors.ts`. */
  readonly marked: Int32Array;
}

interface Place {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
}

/** The setting that describes what a trigger or an action takes. */
const SCHEMA = 'inputs.schema';

const AT = 0x40;
const OPEN_BRACE = 0x7b;
const BACKSLASH = 0x5c;

/** Whether a value is an object or an array. */
export function isContainer(doc: JsonDocument, at: number): boolean {
  return doc.kinds[at]! <= JsonKind.array;
}

/** The file's own text of a value. */
export function sourceText(doc: JsonDocument, at: number): string {
  return doc.text.slice(doc.starts[at]!, doc.ends[at]!);
}

/** Reads a scalar; an object or array becomes its text in the file, with the expressions in it collected. */
export function readValue(reader: FlowReader, at: number, owner: number, name: string): Value {
  if (isContainer(reader.doc, at)) collectExpressions(reader, at, owner, name);
  return readProperty(reader, at, owner, settingNames.own(name));
}

function readProperty({ doc, draft }: FlowReader, at: number, owner: number, name: SettingName): Property {
  const { text, bytes } = doc;
  const place = { at, owner, name: name.text };
  let start = doc.starts[at]!;
  let end = doc.ends[at]!;
  let expression: Expression | undefined;
  if (doc.kinds[at] === JsonKind.string) {
    start += 1;
    end -= 1;
    const first = firstAt(bytes, start, end);
    if (first === DECODE) return readDecoded(doc, draft, place, name);
    if (first !== -1) {
      const syntax = syntaxOf(bytes, start, end, first);
      if (syntax === undefined) {
        if (hasDoubled(bytes, first, end)) return readDecoded(doc, draft, place, name);
      } else {
        if (syntax === wholeSyntax) start += 1;
        expression = new RangeExpression(syntax, text, start, end, place);
        draft.expressions.push(expression);
      }
    }
  }
  return rangeProperty({ at, owner, name, direction: 'in', expression }, text, start, end);
}

/** What a look at each byte of a string tells: where the first `@` stands (-1: nowhere), or that it has to be decoded. */
const DECODE = -2;
function firstAt(bytes: Buffer, start: number, end: number): number {
  let found = -1;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) return DECODE;
    if (byte === AT && found === -1) found = at;
  }
  return found;
}

/** What kind of expression a text without escapes is, as `expressionIn` has it. @param first where its first `@` stands */
function syntaxOf(bytes: Buffer, start: number, end: number, first: number): ExpressionSyntax | undefined {
  if (first === start && start + 1 < end) {
    const second = bytes[start + 1];
    if (second !== AT && second !== OPEN_BRACE) return wholeSyntax;
  }
  return isTemplate(bytes, first, end) ? templateSyntax : undefined;
}

/** Whether `@{` stands somewhere without a third sign before it that makes it plain text. */
function isTemplate(bytes: Buffer, first: number, end: number): boolean {
  let at = first;
  while (at < end - 1) {
    if (bytes[at] !== AT || bytes[at + 1] !== OPEN_BRACE) at += 1;
    else if (at === first || bytes[at - 1] !== AT) return true;
    else at += 2;
  }
  return false;
}

function hasDoubled(bytes: Buffer, first: number, end: number): boolean {
  for (let at = first + 1; at < end; at += 1) if (bytes[at] === AT && bytes[at - 1] === AT) return true;
  return false;
}

/** Reads a string by its decoded text. */
function readDecoded(doc: JsonDocument, draft: Draft, place: Place, name: SettingName): Property {
  const text = stringOf(doc, place.at)!;
  const source = expressionIn(text);
  const setting = { at: place.at, owner: place.owner, name, direction: 'in' } as const;
  if (source === undefined)
    return textProperty({ ...setting, expression: undefined }, doc.text, unescapeLiteral(text));
  const expression = makeExpression(source.syntax, source.text, place);
  draft.expressions.push(expression);
  return textProperty({ ...setting, expression }, doc.text, source.text);
}

/** Collects every expression in a value without making properties of it. */
export function collectExpressions(reader: FlowReader, at: number, owner: number, name: string): void {
  readProperties(reader, at, owner, settingNames.own(name), []);
}

/** Reads every scalar in a value into `properties`; `null` is the same as absent. */
export function readProperties(
  reader: FlowReader,
  at: number,
  owner: number,
  name: SettingName,
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
  let member: SettingName | undefined;
  for (let child = firstChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    member = settingNames.member(name, member, doc, child);
    if (member.mark !== Mark.none) noteMarked(reader.marked, member.mark, child);
    if (member.hasAt) readKey(reader, child, owner, member);
    // A schema describes data and holds none: one text serves the rules that ask what it allows.
    if (member.text === SCHEMA && isContainer(doc, child))
      properties.push(readProperty(reader, child, owner, member));
    else readProperties(reader, child, owner, member, properties);
  }
}

function readEntries(
  reader: FlowReader,
  at: number,
  owner: number,
  name: SettingName,
  properties: Property[],
): void {
  const { doc } = reader;
  let index = 0;
  for (let child = firstChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    readProperties(reader, child, owner, settingNames.item(name, index), properties);
    index += 1;
  }
}

/** Keys can be computed too, as in the map of a Select. */
function readKey({ draft }: FlowReader, at: number, owner: number, { key, text }: SettingName): void {
  const source = expressionInKey(key);
  if (source === undefined) return;
  draft.expressions.push(makeExpression(source.syntax, source.text, { at, owner, name: text }));
}
