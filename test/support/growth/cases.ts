/** Growth cases: every construct of every example, each of which can be repeated to any size. */

import type { Platform } from '../../../src/analysis/model/platform.ts';
import { AppError } from '../../../src/errors.ts';
import { type Constructs, constructsOf, type Node, type Value } from './constructs.ts';
import { NUMBERINGS, type Numbering, numbered } from './copies.ts';
import { type ExampleDocument, exampleDocuments } from './documents.ts';
import { escapeFor, type Insertion, runInsertions, tokenInsertions } from './insertions.ts';
import { shuffled } from './shuffle.ts';

/** Parts of a document again, tokens of a value again, or runs of characters put into a value. */
export const FAMILIES = ['parts', 'tokens', 'runs'] as const;
export type Family = (typeof FAMILIES)[number];

/** One construct and one way to repeat it. */
export interface GrowthCase {
  readonly name: string;
  readonly platform: Platform;
  /** Whether the repetitions stand inside each other. */
  readonly isNested: boolean;
  /** Builds the example's file with about so many more bytes, all of them repetitions. */
  grow(bytes: number): Buffer;
}

/** Nesting stays below the depth that the readers reject. */
const DEPTH_MAX = 60;

const SEPARATORS: Readonly<Record<Node['kind'], string>> = {
  element: '',
  attribute: ' ',
  member: ',',
  entry: ',',
  line: '\n',
};

/** Copies of a node, with separators before each of them. */
function copiesOf(node: Node, text: string, numbering: Numbering, bytes: number): string {
  const separator = SEPARATORS[node.kind];
  let copies = '';
  for (let i = 1; copies.length < bytes; i++) copies += separator + numbered(node, text, numbering, i);
  return copies;
}

/** Towers of a node nested in itself, one beside the other. */
function towersOf(node: Node, text: string, inside: number, bytes: number): string {
  const separator = SEPARATORS[node.kind];
  const depth = Math.max(1, Math.min(DEPTH_MAX, Math.floor(bytes / text.length)));
  let towers = '';
  for (let i = 0; towers.length < bytes; i += depth) {
    let tower = numbered(node, text, 'names', i + 1);
    for (let d = 1; d < depth; d++) {
      const around = numbered(node, text, 'names', i + d + 1);
      const at = inside + around.length - text.length;
      const open = around.lastIndexOf(text.slice(Math.max(0, inside - 1), inside), at) + 1;
      const rest = around.slice(open);
      const needsComma = separator === ',' && !/^\s*[}\]]/.test(rest);
      tower = around.slice(0, open) + tower + (needsComma ? ',' : '') + rest;
    }
    towers += separator + tower;
  }
  return towers;
}

/** Cases of one construct, made on access: there are two million in all. */
interface CaseSource {
  readonly family: Family;
  readonly count: number;
  at(index: number): GrowthCase;
}

function sourceOf(family: Family, cases: readonly GrowthCase[]): CaseSource {
  return { family, count: cases.length, at: (index) => cases[index]! };
}

function nodeSource(document: ExampleDocument, node: Node): CaseSource {
  const { text, platform } = document;
  const own = text.slice(node.start, node.end);
  const around = (inserted: string): Buffer =>
    document.build(text.slice(0, node.end) + inserted + text.slice(node.end));
  const numberings = NUMBERINGS.filter(
    (numbering) =>
      numbering === 'none' || numbered(node, own, numbering, 7) !== numbered(node, own, 'none', 7),
  );
  const repeated = numberings.map((numbering) => ({
    name: `${document.name}: ${node.kind} ${node.name}, numbering ${numbering}`,
    isNested: false,
    platform,
    grow: (bytes: number) => around(copiesOf(node, own, numbering, bytes)),
  }));
  const nested = node.insides.map((inside, i) => ({
    name: `${document.name}: ${node.kind} ${node.name} nested in itself (${i + 1})`,
    isNested: true,
    platform,
    grow: (bytes: number) => around(towersOf(node, own, inside, bytes)),
  }));
  return sourceOf('parts', [...repeated, ...nested]);
}

/** Builds repetitions of a unit; `#` in it is the number of the repetition. */
function repeated(unit: string, bytes: number): string {
  if (!unit.includes('#')) return unit.repeat(Math.ceil(bytes / unit.length));
  let text = '';
  for (let i = 1; text.length < bytes; i++) text += unit.replaceAll('#', String(i));
  return text;
}

function insertionCase(document: ExampleDocument, value: Value, { name, at, unit }: Insertion): GrowthCase {
  const { text, platform } = document;
  const place = value.start + at;
  return {
    name: `${document.name}: in ${value.name} ${name}`,
    isNested: false,
    platform,
    grow: (bytes) =>
      document.build(
        text.slice(0, place) + repeated(escapeFor(value.quoting, unit), bytes) + text.slice(place),
      ),
  };
}

function valueSources(document: ExampleDocument, value: Value): readonly CaseSource[] {
  const own = document.text.slice(value.start, value.end);
  const sourceFor = (family: Family, list: () => readonly Insertion[]): CaseSource => ({
    family,
    count: list().length,
    at: (index) => insertionCase(document, value, list()[index]!),
  });
  return [
    sourceFor('tokens', () => tokenInsertions(own, value.quoting)),
    sourceFor('runs', () => runInsertions(own)),
  ];
}

function constructsIn(document: ExampleDocument): Constructs {
  try {
    return constructsOf(document);
  } catch (error) {
    if (error instanceof AppError) return { nodes: [], values: [] };
    throw error;
  }
}

/** Lists every construct once: what two examples have in common, such as their envelope, belongs to the first alone. */
function caseSources(): readonly CaseSource[] {
  const seen = new Set<string>();
  const isNew = (key: string): boolean => seen.size < seen.add(key).size;
  return exampleDocuments().flatMap((document) => {
    const { nodes, values } = constructsIn(document);
    const textOf = ({ start, end }: { start: number; end: number }): string =>
      document.text.slice(start, end);
    return [
      ...nodes
        .filter((node) => isNew(`${document.platform} ${node.kind} ${node.name} ${textOf(node)}`))
        .map((node) => nodeSource(document, node)),
      ...values
        .filter((value) => isNew(`${document.platform} value ${value.name} ${textOf(value)}`))
        .flatMap((value) => valueSources(document, value)),
    ];
  });
}

/** List whose items are made on access. */
export interface LazyList<Item> {
  readonly length: number;
  at(index: number): Item;
}

/** The cases of a family in the order of a seed. */
function shuffledFamily(sources: readonly CaseSource[], seed: number): LazyList<GrowthCase> {
  const ends: number[] = [];
  let length = 0;
  for (const { count } of sources) ends.push((length += count));
  const order = shuffled(
    Uint32Array.from({ length }, (_, i) => i),
    seed,
  );
  return {
    length,
    at(index) {
      const id = order[index]!;
      let [low, high] = [0, sources.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle]! <= id) low = middle + 1;
        else high = middle;
      }
      return sources[low]!.at(id - (ends[low]! - sources[low]!.count));
    },
  };
}

/** Lists all cases in the order of a seed, the families in turn, as there are a hundred runs to one part. */
export function growthCases(seed: number, families: readonly Family[] = FAMILIES): LazyList<GrowthCase> {
  const sources = caseSources();
  const lists = families.map((family) =>
    shuffledFamily(
      sources.filter((source) => source.family === family),
      seed,
    ),
  );
  const places: number[] = [];
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let i = 0; i < longest; i++)
    for (const [f, { length }] of lists.entries()) if (i < length) places.push(i * families.length + f);
  const packed = Uint32Array.from(places);
  return {
    length: packed.length,
    at: (index) => lists[packed[index]! % families.length]!.at(Math.floor(packed[index]! / families.length)),
  };
}
