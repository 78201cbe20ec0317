/**
 * Reader of the part of YAML 1.2 that designers write: mappings and lists in blocks, texts of one line, and literal
 * blocks. It gives up on everything else, which the library reads. A test holds both against each other.
 */
import type { YamlValue } from './yaml-value.ts';

/** Counts values and levels; throws where a document has too many. */
export interface YamlBounds {
  count(depth: number): void;
}

/** Thrown where a document has something that this reader does not know. */
class OtherYaml extends Error {}

const KEY = /[A-Za-z_$@][^\s:#"'{}[\],&*!|>%`]{0,200}:(?=[ \r\n]|$)/y;
/** Keys that are values of another type. */
const TYPED = /^(?:true|false|null):$/i;
const STARTS_OTHER = /^(?:[[\]{}&*!|>%@`,?:#"']|-(?:\s|$))/;
const SINGLE = /^'((?:[^']|'')*)' *(?: #.*)?$/;
const DOUBLE = /^"((?:[^"\\]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*)" *(?: #.*)?$/;
/** Marks of literal blocks: with one line end, without one, and with all. */
const LITERAL: ReadonlySet<string> = new Set(['|', '|-', '|+']);
/** Characters that need the library: other line ends, tabs and marks. */
const FOREIGN = /\r(?!\n)|[\t\u0085\u2028\u2029\ufeff\0]/;
const MARKER = /^(?:---|\.\.\.|%)/m;

/** One line that is neither blank nor a comment. */
interface Line {
  readonly start: number;
  /** Of the text in it. */
  readonly end: number;
  readonly next: number;
  /** Of the first character that is no blank. */
  readonly first: number;
}

class BlockReader {
  readonly #text: string;
  readonly #bounds: YamlBounds;
  #line: Line | undefined;

  constructor(text: string, bounds: YamlBounds) {
    this.#text = text;
    this.#bounds = bounds;
    this.#line = this.#lineFrom(0);
  }

  /** Reads a mapping at the left edge, which has to be the whole document. */
  document(): YamlValue {
    const line = this.#line;
    if (line === undefined || line.first !== line.start) throw new OtherYaml();
    this.#bounds.count(0);
    const members = this.#mapping(0, line.first, 0);
    if (this.#line !== undefined) throw new OtherYaml();
    return { at: line.first, key: '', text: undefined, isList: false, members };
  }

  #lineFrom(from: number): Line | undefined {
    const text = this.#text;
    for (let start = from; start < text.length; ) {
      const line = this.#lineAt(start);
      if (line.first < line.end && text[line.first] !== '#') return line;
      start = line.next;
    }
    return undefined;
  }

  #lineAt(start: number): Line {
    const text = this.#text;
    const found = text.indexOf('\n', start);
    const next = found === -1 ? text.length : found + 1;
    const isWindows = found > start && text[found - 1] === '\r';
    const end = found === -1 ? text.length : isWindows ? found - 1 : found;
    let first = start;
    while (first < end && text[first] === ' ') first += 1;
    return { start, end, next, first };
  }

  /** Reads the members of a mapping whose keys stand in one column; the first key of one in a list has another line start. */
  #mapping(column: number, firstKey: number, depth: number): YamlValue[] {
    const members: YamlValue[] = [];
    for (let at = firstKey; ; ) {
      members.push(this.#member(column, at, depth));
      const line = this.#line;
      if (line === undefined || line.first - line.start < column) return members;
      if (line.first - line.start > column) throw new OtherYaml();
      if (this.#isItem(line)) return members;
      at = line.first;
    }
  }

  #isItem({ first, end }: Line): boolean {
    return this.#text[first] === '-' && (first + 1 === end || this.#text[first + 1] === ' ');
  }

  #member(column: number, at: number, depth: number): YamlValue {
    KEY.lastIndex = at;
    const found = KEY.exec(this.#text)?.[0];
    if (found === undefined || TYPED.test(found)) throw new OtherYaml();
    const key = found.slice(0, -1);
    const line = this.#line!;
    const own = this.#text.slice(at + found.length, line.end);
    const rest = trimmed(own);
    this.#bounds.count(depth + 1);
    if (rest !== '' && rest[0] !== '#') return { at, key, ...this.#value(rest, column) };
    this.#line = this.#lineFrom(line.next);
    const next = this.#line;
    const indent = next === undefined ? -1 : next.first - next.start;
    if (next !== undefined && this.#isItem(next) && indent >= column)
      return { at, key, text: undefined, isList: true, members: this.#list(indent, depth + 1) };
    if (next !== undefined && indent > column)
      return {
        at,
        key,
        text: undefined,
        isList: false,
        members: this.#mapping(indent, next.first, depth + 1),
      };
    return { at, key, text: '', isList: false, members: [] };
  }

  #list(column: number, depth: number): YamlValue[] {
    const items: YamlValue[] = [];
    for (;;) {
      const line = this.#line;
      if (line === undefined || line.first - line.start < column) return items;
      if (line.first - line.start > column) throw new OtherYaml();
      if (!this.#isItem(line)) return items;
      items.push(this.#item(line, String(items.length), column, depth));
    }
  }

  #item(line: Line, key: string, column: number, depth: number): YamlValue {
    let at = line.first + 1;
    while (at < line.end && this.#text[at] === ' ') at += 1;
    if (at === line.end || this.#text[at] === '#') throw new OtherYaml();
    this.#bounds.count(depth + 1);
    KEY.lastIndex = at;
    if (KEY.test(this.#text))
      return {
        at,
        key,
        text: undefined,
        isList: false,
        members: this.#mapping(at - line.start, at, depth + 1),
      };
    const rest = trimmed(this.#text.slice(at, line.end));
    return { at, key, ...this.#value(rest, column) };
  }

  /** Reads a value that begins in the line, and goes to the next line behind it. */
  #value(rest: string, column: number): Pick<YamlValue, 'text' | 'isList' | 'members'> {
    const line = this.#line!;
    if (LITERAL.has(rest)) return { text: this.#literal(column, rest), isList: false, members: [] };
    this.#line = this.#lineFrom(line.next);
    // A text may go on in the next line.
    if (this.#line !== undefined && this.#line.first - this.#line.start > column) throw new OtherYaml();
    if (rest === '[]' || rest === '{}') return { text: undefined, isList: rest === '[]', members: [] };
    return { text: scalar(rest), isList: false, members: [] };
  }

  /** Reads a literal block: all deeper lines as they stand. */
  #literal(column: number, mark: string): string {
    const text = this.#text;
    const lines: string[] = [];
    let indent = -1;
    let start = this.#line!.next;
    while (start < text.length) {
      const { first, end, next } = this.#lineAt(start);
      const isBlank = first === end;
      if (indent === -1 && isBlank && first > start) throw new OtherYaml();
      if (indent === -1 && !isBlank) indent = first - start;
      if (!isBlank && (first - start < indent || indent <= column)) break;
      lines.push(isBlank && first - start <= indent ? '' : text.slice(start + Math.max(indent, 0), end));
      start = next;
    }
    if (indent <= column) throw new OtherYaml();
    this.#line = this.#lineFrom(start);
    if (mark === '|+') {
      if (!text.endsWith('\n')) throw new OtherYaml();
      return `${lines.join('\n')}\n`;
    }
    while (lines.at(-1) === '') lines.pop();
    return lines.join('\n') + (mark === '|' ? '\n' : '');
  }
}

/** Returns a text without the blanks around it: in YAML a no-break space is none. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}

/** Returns the text of a value of one line, without a comment behind it. */
function scalar(rest: string): string {
  const single = SINGLE.exec(rest)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  const double = DOUBLE.exec(rest)?.[1];
  if (double !== undefined) return JSON.parse(`"${double}"`) as string;
  if (STARTS_OTHER.test(rest)) throw new OtherYaml();
  const comment = rest.indexOf(' #');
  const plain = comment === -1 ? rest : trimmed(rest.slice(0, comment));
  if (plain.includes(': ') || plain.endsWith(':')) throw new OtherYaml();
  return plain;
}

/** Reads a document; undefined when the library has to read it. Throws only the errors of the bounds. */
export function readBlockYaml(text: string, bounds: YamlBounds): YamlValue | undefined {
  if (FOREIGN.test(text) || MARKER.test(text)) return undefined;
  try {
    return new BlockReader(text, bounds).document();
  } catch (error) {
    if (error instanceof OtherYaml) return undefined;
    throw error;
  }
}
