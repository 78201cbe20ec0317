/** Reads YAML of policy packs strictly: YAML 1.2, no aliases, no tags, no key twice, every value with its line. */
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from 'yaml';
import { formatNumber } from '../../text/format.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError } from '../problems.ts';

/** Keys from the top of a document to a value. */
export type YamlPath = readonly (string | number)[];

/** A YAML document as plain data. */
export interface YamlDocument {
  /** Path of the file for people. */
  readonly file: string;
  readonly value: unknown;
  /** Returns the line of a value's key, or of the nearest container that exists; 1-based. */
  lineOf(path: YamlPath): number;
}

/** Names that objects have by themselves: as keys they would not be data. */
const RESERVED_KEYS = ['__proto__', 'constructor', 'prototype'];

/**
 * Reads the documents of a file.
 * @throws PolicyError for a file that is too large, nested too deeply, or no strict YAML
 */
export function readYaml(file: string, text: string): readonly YamlDocument[] {
  const fail = (line: number, message: string, cause?: unknown): never => {
    throw new PolicyError([{ file, line, message }], { cause });
  };
  const bytes = Buffer.byteLength(text);
  if (bytes > POLICY_LIMITS.packBytesMax)
    fail(
      0,
      `The file has ${formatNumber(bytes)} bytes; the limit is ${formatNumber(POLICY_LIMITS.packBytesMax)}.`,
    );
  const lines = new LineCounter();
  try {
    const documents = parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      // The library compares every key with every other; duplicates are found below.
      uniqueKeys: false,
      lineCounter: lines,
      prettyErrors: false,
    });
    const all = 'empty' in documents ? [] : documents;
    return all.map((document) => readDocument(document as Document, file, lines));
  } catch (error) {
    if (error instanceof RangeError) return fail(0, 'The file is nested too deeply.', error);
    throw error;
  }
}

function readDocument(document: Document, file: string, lines: LineCounter): YamlDocument {
  const at = (offset: number): number => lines.linePos(offset).line;
  const [defect] = [...document.errors, ...document.warnings];
  if (defect !== undefined) {
    const message = `The file is no valid YAML: ${defect.message}.`.replace(/\.\.$/, '.');
    throw new PolicyError([{ file, line: at(defect.pos[0]), message }]);
  }
  visit(document, (_, node) => {
    if (isMap(node)) rejectDuplicates(node, file, at);
    const problem = isPair(node) ? problemOfKey(node.key) : problemOf(node as Node);
    if (problem === undefined) return;
    const place = (isPair(node) ? node.key : node) as Node;
    throw new PolicyError([{ file, line: at(place?.range?.[0] ?? 0), message: problem }]);
  });
  const keys: KeyIndex = new WeakMap();
  return {
    file,
    value: document.toJS({ maxAliasCount: 0 }),
    lineOf: (path) => at(offsetOf(document, path, keys)),
  };
}

function problemOf(node: Node): string | undefined {
  if (isAlias(node)) return 'Aliases (*name) are not allowed. Write the value out.';
  if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:'))
    return `The tag ${node.tag} is not allowed.`;
  return undefined;
}

function problemOfKey(key: unknown): string | undefined {
  if (!isScalar(key) || typeof key.value !== 'string') return 'Keys are texts. Put this one in quotes.';
  if (RESERVED_KEYS.includes(key.value))
    return `${JSON.stringify(key.value)} is no key that a pack may have.`;
  return undefined;
}

function rejectDuplicates({ items }: YAMLMap, file: string, at: (offset: number) => number): void {
  const lines = new Map<string, number>();
  for (const { key } of items) {
    if (!isScalar(key) || typeof key.value !== 'string') continue;
    const line = at(key.range?.[0] ?? 0);
    const first = lines.get(key.value);
    if (first !== undefined) {
      const message = `The key ${JSON.stringify(key.value)} stands in line ${first} already. Keep one of the two.`;
      throw new PolicyError([{ file, line, message }]);
    }
    lines.set(key.value, line);
  }
}

/** Pairs of maps by their key, for maps on the path of a problem. */
type KeyIndex = WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>;

function pairsOf(map: YAMLMap, keys: KeyIndex): ReadonlyMap<unknown, Pair> {
  let found = keys.get(map);
  if (found === undefined) {
    found = new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]));
    keys.set(map, found);
  }
  return found;
}

/** Returns the position of a value's key, as far as the path exists. */
function offsetOf(document: Document, path: YamlPath, keys: KeyIndex): number {
  let node: unknown = document.contents;
  let offset = (node as Node | null)?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = pairsOf(node, keys).get(step);
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}
