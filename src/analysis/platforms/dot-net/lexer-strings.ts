/** The quoted texts of Visual Basic and C#, decoded. A text that is not closed goes to the end. */

/** A decoded text and the offset behind its closing mark. */
export interface Lexed {
  readonly text: string;
  readonly end: number;
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['0', '\0'],
]);
const HEX_DIGITS = new Map([
  ['u', 4],
  ['U', 8],
  ['x', 2],
]);

/** Reads a text in which a doubled mark stands for the mark. */
export function quoted(text: string, from: number, isMark: (char: string) => boolean): Lexed {
  let decoded = '';
  let start = from;
  for (let at = from; at < text.length; at += 1) {
    if (!isMark(text[at]!)) continue;
    decoded += text.slice(start, at);
    if (at + 1 >= text.length || !isMark(text[at + 1]!)) return { text: decoded, end: at + 1 };
    decoded += text[at];
    at += 1;
    start = at + 1;
  }
  return { text: decoded + text.slice(start), end: text.length };
}

/** Reads `@"…"` of C#. */
export function verbatim(text: string, from: number): Lexed {
  return quoted(text, from, (char) => char === '"');
}

/** Reads `"…"` and `'…'` of C#, with backslash escapes. */
export function charLiteral(text: string, from: number, mark: '"' | "'"): Lexed {
  let decoded = '';
  let at = from;
  while (at < text.length && text[at] !== mark) {
    if (text[at] !== '\\') {
      decoded += text[at];
      at += 1;
      continue;
    }
    const code = text[at + 1] ?? '';
    const digits = text.slice(at + 2, at + 2 + (HEX_DIGITS.get(code) ?? 0));
    const point = Number.parseInt(digits, 16);
    const known = point >= 0 && point <= 0x10ffff;
    decoded += known ? String.fromCodePoint(point) : (ESCAPES.get(code) ?? code);
    at += 2 + (known ? digits.length : 0);
  }
  return { text: decoded, end: at + 1 };
}

/** Reads `"""…"""` of C#: it ends at as many marks as it began with. */
export function rawText(text: string, from: number): Lexed {
  let marks = 0;
  while (text[from + marks] === '"') marks += 1;
  let run = 0;
  for (let at = from + marks; at < text.length; at += 1) {
    run = text[at] === '"' ? run + 1 : 0;
    if (run === marks) return { text: text.slice(from + marks, at + 1 - marks), end: at + 1 };
  }
  return { text: text.slice(from + marks), end: text.length };
}
