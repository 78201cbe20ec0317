/** Turns the values of a flow's JSON into properties, and every expression in them into one of the draft. */
import type { Position, Property, Value } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import { makeExpression } from '../expression.ts';
import { firstChild, type JsonDocument, JsonKind, keyOf, stringOf } from '../json-document.ts';
import { joinedName } from '../shared-names.ts';
import { type ExpressionSource, expressionIn, expressionInKey, unescapeLiteral } from './expressions.ts';

/** What the functions of this folder read from and write to. */
export interface FlowReader {
  readonly doc: JsonDocument;
  readonly draft: Draft;
}

interface Place {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
}

/** Whether a value is an object or an array. */
export function isContainer(doc: JsonDocument, at: number): boolean {
  return doc.kinds[at]! <= JsonKind.array;
}

/** The file's own text of a value. */
export function sourceText(doc: JsonDocument, at: number): string {
  return doc.text.slice(doc.starts[at]!, doc.ends[at]!);
}

function pushExpression({ draft }: FlowReader, source: ExpressionSource, place: Place): Value['expression'] {
  const expression = makeExpression(source.syntax, source.text, place);
  draft.expressions.push(expression);
  return expression;
}

/** Reads a scalar; an object or array becomes its text in the file, with the expressions in it collected. */
export function readValue(reader: FlowReader, at: number, owner: number, name: string): Value {
  return readProperty(reader, at, owner, name);
}

function readProperty(reader: FlowReader, at: number, owner: number, name: string): Property {
  const { doc } = reader;
  const direction = 'in';
  const text = stringOf(doc, at);
  if (text === undefined) {
    if (isContainer(doc, at)) collectExpressions(reader, at, owner, name);
    return { at, owner, name, text: sourceText(doc, at), expression: undefined, direction };
  }
  const source = expressionIn(text);
  if (source === undefined)
    return { at, owner, name, text: unescapeLiteral(text), expression: undefined, direction };
  const expression = pushExpression(reader, source, { at, owner, name });
  return { at, owner, name, text: source.text, expression, direction };
}

/** Collects every expression in a value without making properties of it. */
export function collectExpressions(reader: FlowReader, at: number, owner: number, name: string): void {
  readProperties(reader, at, owner, name, []);
}

/** Reads every scalar in a value into `properties`; `null` is the same as absent. */
export function readProperties(
  reader: FlowReader,
  at: number,
  owner: number,
  name: string,
  properties: Property[],
): void {
  const { doc } = reader;
  if (!isContainer(doc, at)) {
    if (doc.kinds[at] !== JsonKind.null) properties.push(readProperty(reader, at, owner, name));
    return;
  }
  const inObject = doc.kinds[at] === JsonKind.object;
  let index = 0;
  for (let child = firstChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    const key = inObject ? keyOf(doc, child) : String(index);
    // Places in a list are not worth remembering.
    const childName = inObject ? joinedName(name, key) : `${name}.${key}`;
    if (inObject) readKey(reader, child, owner, key, childName);
    // A schema describes data and holds none: one text serves the rules that ask what it allows.
    if (childName === 'inputs.schema' && isContainer(doc, child)) {
      const text = sourceText(doc, child);
      properties.push({ at: child, owner, name: childName, text, expression: undefined, direction: 'in' });
    } else readProperties(reader, child, owner, childName, properties);
    index += 1;
  }
}

/** Keys can be computed too, as in the map of a Select. */
function readKey(reader: FlowReader, at: number, owner: number, key: string, name: string): void {
  const source = key.includes('@') ? expressionInKey(key) : undefined;
  if (source !== undefined) pushExpression(reader, source, { at, owner, name });
}
