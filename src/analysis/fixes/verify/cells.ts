/** Cells of a document: what a reader gets from it, one after the other, each with its place. */
import { type JsonDocument, JsonKind, keyOf, scalarOf } from '../../platforms/json/document.ts';
import { decodeContent } from '../../platforms/xml/decode.ts';
import { attributeValue, type XmlDocument } from '../../platforms/xml/document.ts';
import type { Edit } from '../edits/edit.ts';
import { attributeInFile, isEmptyTag, nameInFile } from '../edits/xml-edits.ts';

const LF = 10;
const CR = 13;

/** A cell as it is read, and the range of the text that it stands in. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the cells of XML: `<name`, `@name=value`, `text …` without blank ones, and `>` at the end of an element. */
export function xmlCells(doc: XmlDocument): Cell[] {
  const cells: Cell[] = [];
  const text = (start: number, end: number): void => {
    const found = end > start ? decodeContent(doc.text, start, end) : '';
    if (found.trim() !== '') cells.push({ start, end, text: `text ${found}` });
  };
  const close = (element: number): void => {
    const end = doc.ends[element]!;
    cells.push({ start: isEmptyTag(doc, element) ? end - 2 : doc.contentEnds[element]!, end, text: '>' });
  };
  const open: number[] = [];
  let from = 0;
  for (let element = 0; element < doc.size; element += 1) {
    for (let top = open.at(-1); top !== undefined && top !== doc.parents[element]; top = open.at(-1)) {
      text(from, doc.contentEnds[top]!);
      close(top);
      from = doc.ends[top]!;
      open.pop();
    }
    const start = doc.starts[element]!;
    if (element > 0) text(from, start);
    const name = nameInFile(doc, element);
    cells.push({ start, end: start + 1 + Buffer.byteLength(name), text: `<${name}` });
    for (let at = doc.attributeStarts[element]!; at < doc.attributeStarts[element + 1]!; at += 1)
      cells.push({
        start: doc.attributeOffsets[at]!,
        end: doc.attributeValueEnds[at]! + 1,
        text: `@${attributeInFile(doc, at)}=${attributeValue(doc, at)}`,
      });
    from = doc.contentStarts[element]!;
    open.push(element);
  }
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    text(from, doc.contentEnds[top]!);
    close(top);
    from = doc.ends[top]!;
  }
  return cells;
}

/** Returns the cells of JSON: `key:`, `text …`, other scalars as they stand, and the brackets of containers. */
export function jsonCells(doc: JsonDocument): Cell[] {
  const cells: Cell[] = [];
  const open: number[] = [];
  const close = (container: number): void => {
    const end = doc.ends[container]!;
    cells.push({ start: end - 1, end, text: doc.kinds[container] === JsonKind.object ? '}' : ']' });
  };
  for (let value = 0; value < doc.size; value += 1) {
    for (let top = open.at(-1); top !== undefined && top !== doc.parents[value]; top = open.at(-1)) {
      close(top);
      open.pop();
    }
    if (doc.keyStarts[value] !== -1)
      cells.push({
        start: doc.keyStarts[value]! - 1,
        end: doc.keyEnds[value]! + 1,
        text: `${keyOf(doc, value)}:`,
      });
    const start = doc.starts[value]!;
    const kind = doc.kinds[value];
    if (kind === JsonKind.object || kind === JsonKind.array) {
      cells.push({ start, end: start + 1, text: kind === JsonKind.object ? '{' : '[' });
      open.push(value);
    } else {
      const text = scalarOf(doc, value) ?? 'null';
      cells.push({ start, end: doc.ends[value]!, text: kind === JsonKind.string ? `text ${text}` : text });
    }
  }
  for (let top = open.pop(); top !== undefined; top = open.pop()) close(top);
  return cells;
}

/** Returns the lines of a script that are not blank. */
export function lineCells(bytes: Buffer): Cell[] {
  const cells: Cell[] = [];
  for (let start = 0; start < bytes.length; start += 1) {
    let end = start;
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end += 1;
    const text = bytes.toString('utf8', start, end);
    if (text.trim() !== '') cells.push({ start, end, text });
    start = end;
  }
  return cells;
}

const isTouched = (cell: Cell, { start, end }: Edit): boolean =>
  start === end ? cell.start < start && start < cell.end : cell.start < end && cell.end > start;

/** Returns the texts of the cells that must be there after the edits. */
export function expectedCells(before: readonly Cell[], edits: readonly Edit[]): string[] {
  const expected: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    for (; at < before.length && before[at]!.end <= edit.start; at += 1) expected.push(before[at]!.text);
    while (at < before.length && isTouched(before[at]!, edit)) at += 1;
    expected.push(...edit.cells);
  }
  return [...expected, ...before.slice(at).map(({ text }) => text)];
}

/** Returns whether the cells of the mended file are those of the file with the edits, and no others. */
export function hasOnlyEdits(
  before: readonly Cell[],
  after: readonly Cell[],
  edits: readonly Edit[],
): boolean {
  const expected = expectedCells(before, edits);
  return expected.length === after.length && expected.every((text, index) => text === after[index]!.text);
}
