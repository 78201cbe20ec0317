/** Every single change of a document: a value, a name, an element or a line more, less, other or elsewhere. */
import { type JsonDocument, JsonKind, jsonChildren } from '../../../src/analysis/platforms/json/document.ts';
import { readJson } from '../../../src/analysis/platforms/json/reader.ts';
import { children, type XmlDocument } from '../../../src/analysis/platforms/xml/document.ts';
import { readXml } from '../../../src/analysis/platforms/xml/reader.ts';

/** A changed document. */
export interface SingleChange {
  /** What was done, and where: `value of DisplayName at 812`. */
  readonly what: string;
  readonly text: string;
}

type Edit = readonly [from: number, end: number, by: string];

function edited(bytes: Buffer, ...edits: readonly Edit[]): string {
  let text = '';
  let from = 0;
  for (const [start, end, by] of edits.toSorted((a, b) => a[0] - b[0])) {
    text += bytes.toString('utf8', from, start) + by;
    from = end;
  }
  return text + bytes.toString('utf8', from);
}

const slice = (bytes: Buffer, [from, end]: readonly [number, number]): string =>
  bytes.toString('utf8', from, end);

/** Changes of each attribute, each text and each element of an XML document. */
export function* changesOfXml(source: string): Generator<SingleChange> {
  const doc = readXml(Buffer.from(source));
  for (let element = 0; element < doc.size; element += 1) {
    yield* changesOfElement(doc, element);
    for (let at = doc.attributeStarts[element]!; at < doc.attributeStarts[element + 1]!; at += 1)
      yield* changesOfAttribute(doc, at);
  }
}

function* changesOfElement(doc: XmlDocument, element: number): Generator<SingleChange> {
  const { bytes, starts, ends, contentStarts, contentEnds, nextSiblings } = doc;
  const name = doc.names[doc.nameIds[element]!]!;
  const change = (what: string, ...edits: readonly Edit[]): SingleChange => ({
    what: `${what} of <${name}> at ${starts[element]!}`,
    text: edited(bytes, ...edits),
  });
  const whole: readonly [number, number] = [starts[element]!, ends[element]!];
  const isEmptyTag = contentStarts[element] === ends[element];
  const tagEnd = contentStarts[element]! - (isEmptyTag ? 2 : 1);
  yield change('attribute more', [tagEnd, tagEnd, ' added="1"']);
  if (!isEmptyTag) {
    yield change('text more', [contentEnds[element]!, contentEnds[element]!, 'added']);
    yield change('element more', [contentEnds[element]!, contentEnds[element]!, '<added/>']);
    const at = bytes.indexOf(name, starts[element]!) + name.length;
    const back = bytes.indexOf(name, contentEnds[element]!) + name.length;
    yield change('name', [at, at, 'X'], [back, back, 'X']);
    const isLeaf = children(doc, element).length === 0;
    if (isLeaf && contentEnds[element]! > contentStarts[element]!)
      yield change('text less', [contentStarts[element]!, contentEnds[element]!, '']);
  }
  if (element === 0) return;
  yield change('removal', [...whole, '']);
  yield change('repetition', [whole[1], whole[1], slice(bytes, whole)]);
  const next = nextSiblings[element]!;
  if (next === -1) return;
  const other: readonly [number, number] = [starts[next]!, ends[next]!];
  if (slice(bytes, whole) === slice(bytes, other)) return;
  yield change('place', [...whole, slice(bytes, other)], [...other, slice(bytes, whole)]);
}

function* changesOfAttribute(doc: XmlDocument, at: number): Generator<SingleChange> {
  const { bytes } = doc;
  const [start, end] = [doc.attributeValueStarts[at]!, doc.attributeValueEnds[at]!];
  const nameStart = doc.attributeOffsets[at]!;
  const name = doc.names[doc.attributeNameIds[at]!]!;
  const change = (what: string, edit: Edit): SingleChange => ({
    what: `${what} of ${name}= at ${start}`,
    text: edited(bytes, edit),
  });
  yield change('value', [end, end, 'X']);
  yield change('blank', [end, end, ' ']);
  if (end > start) yield change('emptiness', [start, end, '']);
  yield change('removal', [nameStart, end + 1, '']);
  const nameEnd = bytes.indexOf('=', nameStart);
  yield change('name', [nameEnd, nameEnd, 'X']);
}

/** Changes of each value of a JSON document. */
export function* changesOfJson(source: string): Generator<SingleChange> {
  const doc = readJson(Buffer.from(source));
  for (let value = 0; value < doc.size; value += 1) yield* changesOfValue(doc, value);
}

function* changesOfValue(doc: JsonDocument, value: number): Generator<SingleChange> {
  const { bytes, starts, ends, keyStarts, keyEnds, nextSiblings } = doc;
  const key = keyStarts[value] === -1 ? '' : slice(bytes, [keyStarts[value]!, keyEnds[value]!]);
  const change = (what: string, ...edits: readonly Edit[]): SingleChange => ({
    what: `${what} of "${key}" at ${starts[value]!}`,
    text: edited(bytes, ...edits),
  });
  const [start, end] = [starts[value]!, ends[value]!];
  const text = slice(bytes, [start, end]);
  const kind = doc.kinds[value];
  if (kind === JsonKind.string) {
    yield change('text', [end - 1, end - 1, 'X']);
    yield change('blank', [end - 1, end - 1, ' ']);
    yield change('kind', [start, end, 'null']);
  } else if (kind === JsonKind.number) {
    yield change('number', [start, end, `${text}1`]);
    yield change('writing', [start, end, text.includes('.') ? `${text}0` : `${text}.0`]);
    yield change('kind', [start, end, `"${text}"`]);
  } else if (kind === JsonKind.object || kind === JsonKind.array) {
    const isEmpty = jsonChildren(doc, value).length === 0;
    const more = kind === JsonKind.object ? '"added":1' : '1';
    yield change('more', [start + 1, start + 1, isEmpty ? more : `${more},`]);
    if (!isEmpty) yield change('emptiness', [start + 1, end - 1, '']);
  } else yield change('kind', [start, end, text === 'true' ? 'false' : '"x"']);
  if (keyStarts[value] !== -1) yield change('key', [keyEnds[value]!, keyEnds[value]!, 'X']);
  const next = nextSiblings[value]!;
  if (next === -1) return;
  yield change('removal', [keyStarts[value] === -1 ? start : keyStarts[value]! - 1, startOf(doc, next), '']);
  const other: readonly [number, number] = [starts[next]!, ends[next]!];
  if (slice(bytes, other) === text) return;
  yield change('place', [start, end, slice(bytes, other)], [...other, text]);
}

const startOf = ({ keyStarts, starts }: JsonDocument, value: number): number =>
  keyStarts[value] === -1 ? starts[value]! : keyStarts[value]! - 1;

/** Changes of each line of a script. */
export function* changesOfLines(source: string): Generator<SingleChange> {
  const lines = source.split('\n');
  const change = (what: string, line: number, changed: readonly string[]): SingleChange => ({
    what: `${what} of line ${line + 1}`,
    text: changed.join('\n'),
  });
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    yield change('text', i, lines.with(i, `${line}X`));
    yield change('blank', i, lines.with(i, ` ${line}`));
    yield change('removal', i, lines.toSpliced(i, 1));
    yield change('repetition', i, lines.toSpliced(i, 0, line));
    const next = lines[i + 1];
    if (next !== undefined && next !== line) yield change('place', i, lines.with(i, next).with(i + 1, line));
  }
}
