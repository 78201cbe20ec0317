/** YAML as data with places: no tags, no duplicate keys to compare; aliases are what they stand for; bounds of size and depth. */
import { isAlias, isMap, isScalar, isSeq, Lexer, parseDocument } from 'yaml';
import { AppError } from '../../../errors.ts';
import { formatNumber } from '../../../text/format.ts';
import { limitExceeded, READ_LIMITS } from '../limits.ts';
import { readBlockYaml, type YamlBounds } from './block-reader.ts';
import type { YamlValue } from './yaml-value.ts';

/** Longest document, in UTF-16 units; the longest real one known has a fiftieth of it. */
const TEXT_MAX = 2 * 1024 * 1024;
/** Values of one document. */
const VALUES_MAX = 200_000;

/** Defects behind which everything is read: the vendor's own writer leaves `@odata.type` without quotation marks. */
const TOLERATED: ReadonlySet<string> = new Set(['BAD_SCALAR_START']);

const SEVERAL = 'The file holds several YAML documents in place of one.';

/** A document: its root, and what of it is no YAML. */
export interface PlacedYaml {
  readonly root: YamlValue;
  readonly defects: readonly { readonly at: number; readonly reason: string }[];
}

/** Returns the member of a value by its key. */
export const memberOf = (value: YamlValue | undefined, key: string): YamlValue | undefined =>
  value?.members.find((member) => member.key === key);

/** Returns the text of a member; '' where it is none. */
export const textAt = (value: YamlValue | undefined, ...keys: readonly string[]): string => {
  let at = value;
  for (const key of keys) at = memberOf(at, key);
  return at?.text ?? '';
};

/**
 * Reads the first document of a text. An alias is the value that it stands for, at the places of that value, and counts
 * as much; one of a container around it stands for nothing.
 * @throws AppError `structure_limit_exceeded`
 */
export function readPlacedYaml(text: string): PlacedYaml {
  if (text.length > TEXT_MAX)
    throw limitExceeded(`has more than ${formatNumber(TEXT_MAX)} characters of YAML`, TEXT_MAX);
  requireShallow(text);
  const blocks = readBlockYaml(text, createBounds());
  return blocks === undefined ? readAnyYaml(text) : { root: blocks, defects: [] };
}

/** Creates the count of the values of one document. */
function createBounds(): YamlBounds {
  let left = VALUES_MAX;
  return {
    count(depth) {
      left -= 1;
      if (left < 0) throw tooMany();
      if (depth > READ_LIMITS.jsonDepthMax) throw tooDeep();
    },
  };
}

const tooMany = (): AppError => limitExceeded(`has more than ${formatNumber(VALUES_MAX)} values`, VALUES_MAX);

/** Reads a document of any YAML by the library, which takes ten times as long. */
export function readAnyYaml(text: string): PlacedYaml {
  const bounds = createBounds();
  try {
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      // The library compares every key with every other.
      uniqueKeys: false,
      prettyErrors: false,
      // A silent library passes by all documents but the first.
      logLevel: 'error',
    });
    const defects = document.errors
      .filter(({ code }) => !TOLERATED.has(code))
      .slice(0, 1)
      .map(({ pos, code, message }) => ({
        at: pos[0],
        reason: code === 'MULTIPLE_DOCS' ? SEVERAL : `The file is no valid YAML: ${message}`,
      }));
    return { root: yamlValue(document.contents, '', 0, { bounds, anchors: new Map(), depth: 0 }), defects };
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The library recurses, and names a depth that it cannot read so.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

const tooDeep = (): AppError =>
  limitExceeded(
    `has more than ${READ_LIMITS.jsonDepthMax} values inside one another`,
    READ_LIMITS.jsonDepthMax,
  );

/** Containers that one line may open without a look at those that it closes. */
const OPENED_MAX = 5_000;

/** Rejects what opens more containers in one line than a document may nest, before the library recurses into them. */
function requireShallow(text: string): void {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '\n') open = 0;
    else if (char === '[' || char === '{' || (char === '-' && text[at + 1] === ' ')) open += 1;
    if (open > OPENED_MAX) {
      requireShallowTokens(text);
      return;
    }
  }
}

/** Stands before each plain, quoted or block text among the tokens. */
const SCALAR = '\u001f';

/** Rejects containers that stand too deep inside one another, by the tokens of the library, which come without recursion. */
function requireShallowTokens(text: string): void {
  let [flow, lists] = [0, 0];
  let previous = '';
  for (const token of new Lexer().lex(text)) {
    if (previous !== SCALAR) {
      if (token === '[' || token === '{') flow += 1;
      else if ((token === ']' || token === '}') && flow > 0) flow -= 1;
      else if (token === '-') lists += 1;
      else if (token === '\n' || token === '\r\n') lists = 0;
    }
    if (flow + lists > READ_LIMITS.jsonDepthMax) throw tooDeep();
    previous = token;
  }
}

interface Within {
  readonly bounds: YamlBounds;
  /** Values by their anchors, as far as the document is read; undefined while one is being read. */
  readonly anchors: Map<string, unknown>;
  readonly depth: number;
}

function yamlValue(node: unknown, key: string, keyAt: number, within: Within): YamlValue {
  const { bounds, anchors, depth } = within;
  if (isAlias(node)) {
    const original = anchors.get(node.source);
    if (original !== undefined) return yamlValue(original, key, keyAt, within);
  }
  bounds.count(depth);
  const at = key === '' || /^\d+$/.test(key) ? (rangeOf(node) ?? keyAt) : keyAt;
  const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
  if (anchor !== undefined) anchors.set(anchor, undefined);
  const value = { at, key, ...contentOf(node, at, { ...within, depth: depth + 1 }) };
  if (anchor !== undefined) anchors.set(anchor, node);
  return value;
}

/** Returns what a value holds: an empty text for an alias of nothing. */
function contentOf(
  node: unknown,
  at: number,
  within: Within,
): Pick<YamlValue, 'text' | 'isList' | 'members'> {
  const empty = { text: undefined, isList: false, members: [] as readonly YamlValue[] };
  if (isMap(node))
    return {
      ...empty,
      members: node.items.map(({ key, value }) =>
        yamlValue(value, isScalar(key) ? String(key.value) : '', rangeOf(key) ?? at, within),
      ),
    };
  if (isSeq(node))
    return {
      ...empty,
      isList: true,
      members: node.items.map((item, i) => yamlValue(item, String(i), at, within)),
    };
  if (isScalar(node)) return { ...empty, text: node.source ?? String(node.value ?? '') };
  return isAlias(node) ? { ...empty, text: '' } : empty;
}

function rangeOf(node: unknown): number | undefined {
  return (node as { readonly range?: readonly number[] | null } | null)?.range?.[0];
}

/** Returns the pointer to the value that begins at an offset, as `/actions/0/url`. */
export function pointerTo(root: YamlValue, offset: number): string {
  let path = '';
  for (let value = root; ; ) {
    const next = value.members.findLast((member) => member.at <= offset);
    if (next === undefined) return path;
    path += `/${next.key}`;
    if (next.at === offset && next.text !== undefined) return path;
    value = next;
  }
}
