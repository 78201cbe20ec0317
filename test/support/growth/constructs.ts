/** Finds what can be repeated in a document: elements, attributes, members, entries, and the values that hold text. */
import { JsonKind } from '../../../src/analysis/platforms/json/document.ts';
import { readJson } from '../../../src/analysis/platforms/json/reader.ts';
import { readXml } from '../../../src/analysis/platforms/xml/reader.ts';
import type { ExampleDocument, Syntax } from './documents.ts';

/** Part of a document that may stand there again, once more behind itself or inside itself. */
export interface Node {
  readonly kind: 'element' | 'attribute' | 'member' | 'entry' | 'line';
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Offsets inside of it where another one may be nested. */
  readonly insides: readonly number[];
}

/** Text between two offsets, as it is escaped in the document. */
export interface Value {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly quoting: 'xml' | 'json' | 'none';
}

export interface Constructs {
  readonly nodes: readonly Node[];
  readonly values: readonly Value[];
}

/** At most so many places to nest an element in itself. */
const INSIDES_MAX = 3;

function xmlConstructs(text: string): Constructs {
  const doc = readXml(Buffer.from(text, 'latin1'));
  const nodes: Node[] = [];
  const values: Value[] = [];
  for (let e = 0; e < doc.size; e++) {
    const name = doc.names[doc.nameIds[e]!]!;
    const [start, end] = [doc.starts[e]!, doc.ends[e]!];
    const insides: number[] = [];
    for (let d = e; d < doc.size && doc.starts[d]! < end && insides.length < INSIDES_MAX; d++)
      if (doc.contentEnds[d]! < doc.ends[d]!) insides.push(doc.contentStarts[d]! - start);
    if (e > 0) nodes.push({ kind: 'element', name, start, end, insides });
    for (let a = doc.attributeStarts[e]!; a < doc.attributeStarts[e + 1]!; a++) {
      const attribute = doc.names[doc.attributeNameIds[a]!]!;
      const [from, to] = [doc.attributeValueStarts[a]!, doc.attributeValueEnds[a]!];
      nodes.push({
        kind: 'attribute',
        name: attribute,
        start: doc.attributeOffsets[a]!,
        end: to + 1,
        insides: [],
      });
      values.push({ name: `${name}/${attribute}`, start: from, end: to, quoting: 'xml' });
    }
    const hasChild = doc.parents[e + 1] === e;
    if (!hasChild && doc.contentEnds[e]! < end)
      values.push({ name, start: doc.contentStarts[e]!, end: doc.contentEnds[e]!, quoting: 'xml' });
  }
  return { nodes, values };
}

function jsonConstructs(text: string): Constructs {
  const doc = readJson(Buffer.from(text, 'latin1'));
  const nodes: Node[] = [];
  const values: Value[] = [];
  const isContainer = (v: number): boolean =>
    doc.kinds[v] === JsonKind.object || doc.kinds[v] === JsonKind.array;
  for (let v = 1; v < doc.size; v++) {
    const key = doc.keyStarts[v]!;
    const end = doc.ends[v]!;
    const start = key === -1 ? doc.starts[v]! : key - 1;
    const name = key === -1 ? '[]' : text.slice(key, doc.keyEnds[v]!);
    const isEntry = key === -1;
    const insides: number[] = [];
    for (let d = v; d < doc.size && doc.starts[d]! < end && insides.length < INSIDES_MAX; d++)
      if (isContainer(d) && (doc.kinds[d] === JsonKind.array) === isEntry)
        insides.push(doc.starts[d]! + 1 - start);
    nodes.push({ kind: isEntry ? 'entry' : 'member', name, start, end, insides });
    if (!isEntry) values.push({ name: `key ${name}`, start: key, end: doc.keyEnds[v]!, quoting: 'json' });
    if (doc.kinds[v] === JsonKind.string)
      values.push({ name, start: doc.starts[v]! + 1, end: end - 1, quoting: 'json' });
  }
  return { nodes, values };
}

function textConstructs(text: string): Constructs {
  const nodes: Node[] = [];
  const values: Value[] = [];
  for (const { index, 0: line } of text.matchAll(/[^\n]+/g)) {
    const name = line.slice(0, 60);
    nodes.push({ kind: 'line', name, start: index, end: index + line.length, insides: [] });
    values.push({ name, start: index, end: index + line.length, quoting: 'none' });
  }
  nodes.push({ kind: 'line', name: 'all lines', start: 0, end: text.length, insides: [] });
  return { nodes, values };
}

const READERS: Readonly<Record<Syntax, (text: string) => Constructs>> = {
  xml: xmlConstructs,
  json: jsonConstructs,
  text: textConstructs,
};

/** Lists what can be repeated in a document. @throws AppError when the document cannot be read */
export function constructsOf({ syntax, text }: ExampleDocument): Constructs {
  return READERS[syntax](text);
}
