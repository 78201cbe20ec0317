/** Scripts of desktop flows in an element of another file: a JSON text in XML, or the script as it is. */
import type { Edit } from './edit.ts';

/** A piece of the source, and the character that it stands for. */
interface Piece {
  readonly sign: string;
  readonly start: number;
  readonly end: number;
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/iy;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const ESCAPE = /\\(?:u[\da-f]{4}|["\\/bfnrt])/iy;

/** Returns the characters of XML content without markup; undefined: it has a reference that is unknown. */
function xmlPieces(source: string): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (let at = 0; at < source.length; ) {
    ENTITY.lastIndex = at;
    const entity = source[at] === '&' ? ENTITY.exec(source) : null;
    if (entity === null && source[at] === '&') return undefined;
    const [all = source.startsWith('\r\n', at) ? '\r\n' : source[at]!, decimal, hex, name] = entity ?? [];
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const sign =
      name === undefined
        ? entity === null
          ? all.replace(/^\r\n?/, '\n')
          : String.fromCodePoint(code)
        : NAMED[name]!;
    pieces.push({ sign, start: at, end: at + all.length });
    at += all.length;
  }
  return pieces;
}

/** Returns the characters of a JSON text between its quotation marks. */
function jsonPieces(pieces: readonly Piece[]): Piece[] | undefined {
  const source = pieces.map(({ sign }) => sign).join('');
  if (source.length !== pieces.length) return undefined;
  const found: Piece[] = [];
  const last = source.lastIndexOf('"');
  for (let at = source.indexOf('"') + 1; at < last; ) {
    ESCAPE.lastIndex = at;
    const escaped = source[at] === '\\' ? ESCAPE.exec(source) : null;
    const length = escaped === null ? 1 : escaped[0].length;
    const sign = escaped === null ? source[at]! : (JSON.parse(`"${escaped[0]}"`) as string);
    found.push({ sign, start: pieces[at]!.start, end: pieces[at + length - 1]!.end });
    at += length;
  }
  return found;
}

const xmlEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A script with the way back to where it stands. */
export interface EmbeddedScript {
  readonly bytes: Buffer;
  /** Returns an edit of the script as one of the text around it. */
  embed(edit: Edit): Edit;
}

/**
 * Reads the script in the content of an element.
 * @param source of the content
 * @param offset of the content in the file, in bytes
 * @returns undefined when it is written in another form
 */
export function embeddedScript(source: string, offset: number): EmbeddedScript | undefined {
  if (source.includes('<')) return undefined;
  const outer = xmlPieces(source);
  if (outer === undefined) return undefined;
  const isJson = source.trimStart().startsWith('"') || source.trimStart().startsWith('&quot;');
  const lead =
    outer.length -
    outer
      .map(({ sign }) => sign)
      .join('')
      .trimStart().length;
  const pieces = isJson ? jsonPieces(outer) : outer.slice(lead);
  if (pieces === undefined || pieces.some(({ sign }) => sign.length !== 1)) return undefined;
  const text = pieces.map(({ sign }) => sign).join('');
  const bytes = Buffer.from(text);
  return {
    bytes,
    embed(edit) {
      const from = bytes.toString('utf8', 0, edit.start).length;
      const before = bytes.toString('utf8', edit.start, edit.end);
      let same = 0;
      while (same < before.length && same < edit.text.length && before[same] === edit.text[same]) same += 1;
      let tail = 0;
      const tailMax = Math.min(before.length, edit.text.length) - same;
      while (tail < tailMax && before.at(-1 - tail) === edit.text.at(-1 - tail)) tail += 1;
      const middle = edit.text.slice(same, edit.text.length - tail);
      const first = from + same;
      const behind = from + before.length - tail;
      const start = pieces[first]?.start ?? pieces.at(-1)!.end;
      const end = behind === first ? start : pieces[behind - 1]!.end;
      const written = xmlEscaped(isJson ? JSON.stringify(middle).slice(1, -1) : middle);
      const whole = source.slice(0, start) + written + source.slice(end);
      const cell = (xmlPieces(whole) ?? []).map(({ sign }) => sign).join('');
      const at = (index: number): number => offset + Buffer.byteLength(source.slice(0, index));
      const within = { start: offset, end: offset + Buffer.byteLength(source) };
      const cells = [`text ${cell}`];
      return { start: at(start), end: at(end), text: written, cells, change: edit.change, within };
    },
  };
}
