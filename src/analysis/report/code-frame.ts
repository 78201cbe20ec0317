/**
 * Code frame of a finding: three lines of the file with a mark under the place. Only what cannot be a secret is shown:
 * tags, names of attributes and keys, the author's names of steps, switches, and expressions without fixed texts.
 * Every other value is `•••`, so that a secret, found or not, is never in it.
 */
import { showControlCharacters } from '../../text/control-characters.ts';
import { secretness } from '../semantics/secretness/secretness.ts';

/** One line of a frame. */
interface FrameLine {
  readonly number: number;
  readonly text: string;
}

/** Lines around a place, and the mark under it. */
export interface CodeFrame {
  readonly lines: readonly FrameLine[];
  /** Characters before the mark, which stands under the line with the place. */
  readonly markAt: number;
  /** Number of the line with the place. */
  readonly line: number;
}

/** Characters of a line that are shown around the place: one bot is one line. */
const WIDTH_CHARACTERS = 120;
/** Lines beyond this are not split into tokens. */
const LINE_CHARACTERS_MAX = 8_000_000;
const HIDDEN = '•••';

/** Piece of a line: its start in the source, and its shown text. */
interface Piece {
  readonly at: number;
  readonly text: string;
}

/** Last parts of attributes and keys with names that the author or the vendor chose, which reports show anyway. */
const NAMES: ReadonlySet<string> = new Set([
  'displayname',
  'name',
  'type',
  'class',
  'typearguments',
  'operationid',
  'commandname',
  'packagename',
  'kind',
  'runafter',
]);
const SWITCH = /^(?:true|false|null|\{x:Null\}|-?\d{1,9}(?:\.\d{1,9})?)$/i;
/** An expression of names and operators, without quotation marks or references to them. */
const EXPRESSION = /^\[[^"'&]{1,200}\]$/;

function shownValue(name: string, value: string): string {
  const own = name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1);
  if (NAMES.has(own.toLowerCase())) return value;
  if (secretness(own) !== 'no') return HIDDEN;
  return SWITCH.test(value) || EXPRESSION.test(value) || value === '' ? value : HIDDEN;
}

/** Tags, attributes and white space; anything else is content. */
const XML_TOKEN = /<[/?]?[\w:.-]+|[/?]?>|\s+|([\w:.-]+)(\s*=\s*)(?:"([^"<]*)"|'([^'<]*)')/y;
const XML_CONTENT = /[^<>\s]+|[<>]/y;

/** Keys, values, and punctuation with white space. */
const JSON_TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\],:\s]+|-?[\w.+]+/y;

function* xmlPieces(line: string): Generator<Piece> {
  for (let at = 0; at < line.length; ) {
    XML_TOKEN.lastIndex = at;
    const token = XML_TOKEN.exec(line);
    if (token !== null) {
      const [all, name, equals, double, single] = token;
      const value = double ?? single ?? '';
      yield { at, text: name === undefined ? all : `${name}${equals}"${shownValue(name, value)}"` };
      at += all.length;
      continue;
    }
    yield { at, text: HIDDEN };
    XML_CONTENT.lastIndex = at;
    at = XML_CONTENT.exec(line) === null ? line.length : XML_CONTENT.lastIndex;
  }
}

function* jsonPieces(line: string): Generator<Piece> {
  let key = '';
  for (let at = 0; at < line.length; ) {
    JSON_TOKEN.lastIndex = at;
    const token = JSON_TOKEN.exec(line);
    if (token === null) {
      // Outside of every token: a line that begins within something else.
      yield { at, text: HIDDEN };
      return;
    }
    const [all, text, colon] = token;
    if (text === undefined) yield { at, text: /\w/.test(all) ? shownValue(key, all) : all };
    else if (colon === undefined) yield { at, text: `"${shownValue(key, text)}"` };
    else yield { at, text: all };
    if (colon !== undefined) key = text!;
    at += all.length;
  }
}

/** Merges neighbouring hidden pieces: how many words a value has says nothing. */
function* merged(pieces: Iterable<Piece>): Generator<Piece> {
  let isHidden = false;
  let blank: Piece | null = null;
  for (const piece of pieces) {
    if (piece.text === HIDDEN) {
      if (!isHidden) yield piece;
      [isHidden, blank] = [true, null];
    } else if (isHidden && piece.text.trim() === '') {
      blank = piece;
    } else {
      if (blank !== null) yield blank;
      yield piece;
      [isHidden, blank] = [false, null];
    }
  }
}

/** Line without its values, and where the mark stands. */
interface ShownLine {
  readonly text: string;
  readonly mark: number;
}

const indentOf = (text: string): number => text.search(/\S|$/);

/** Returns the line as it is shown, and where the column (1-based) is in it. */
function shownLine(line: string, isXml: boolean, column: number): ShownLine {
  let text = '';
  let mark = 0;
  for (const piece of merged(isXml ? xmlPieces(line) : jsonPieces(line))) {
    if (piece.at < column) mark = text.length + Math.min(column - 1 - piece.at, piece.text.length - 1);
    else if (text.length > mark + WIDTH_CHARACTERS + indentOf(line)) break;
    text += piece.text;
  }
  return { text, mark: Math.max(0, mark) };
}

/** Returns the part of the line around the mark, on one line, without control characters. */
function cut({ text, mark }: ShownLine): ShownLine {
  const start = Math.max(0, mark - WIDTH_CHARACTERS / 2);
  const end = start + WIDTH_CHARACTERS;
  const left = (start === 0 ? '' : '…') + showControlCharacters(text.slice(start, mark).toWellFormed());
  const right = showControlCharacters(text.slice(mark, end).toWellFormed());
  return { text: `${left}${right}${text.length > end ? '…' : ''}`, mark: left.length };
}

/** Lines of a file, and the syntax that they are split by. */
export interface FileLines {
  readonly lines: readonly string[];
  readonly isXml: boolean;
}

/** Splits a file into lines; null for a file that is neither XML nor JSON, whose texts cannot be distinguished. */
export function linesOf(text: string): FileLines | null {
  const [first] = text.trimStart();
  if (first !== '<' && first !== '{' && first !== '[') return null;
  return { lines: text.split(/\r\n|[\r\n]/), isXml: first === '<' };
}

/** Returns the frame of a place (1-based); null if the file has no such line or one of the lines is too long. */
export function codeFrame(
  { lines, isXml }: FileLines,
  { line, column }: { readonly line: number; readonly column: number },
): CodeFrame | null {
  const numbers = [line - 1, line, line + 1].filter((number) => number === line || lines[number - 1]?.trim());
  const sources = numbers.map((number) => lines[number - 1]);
  if (sources.some((source) => source === undefined || source.length > LINE_CHARACTERS_MAX)) return null;
  const indent = Math.min(...sources.map((source) => indentOf(source!)));
  const shown = numbers.map((number, index) => {
    const { text, mark } = shownLine(sources[index]!, isXml, number === line ? column : 1);
    return { number, ...cut({ text: text.slice(indent), mark: Math.max(0, mark - indent) }) };
  });
  const { mark } = shown.find(({ number }) => number === line)!;
  return { lines: shown.map(({ number, text }) => ({ number, text })), markAt: mark, line };
}
