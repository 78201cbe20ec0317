/** Computed texts of Robin: `$'a %x% b'`, and with Power Fx `$fx'a ${x} b'`. */
import { decodeText } from './lexer.ts';

/** A piece of a computed text: fixed, or the source of an expression. */
export interface TextPart {
  /** Decoded. */
  readonly text: string;
  readonly computed: boolean;
  /** Offsets in the source between the quotation marks. */
  readonly start: number;
  readonly end: number;
}

/** Takes a text apart. An escape is never cut, as no sign round an expression is part of one. */
class Pieces {
  readonly parts: TextPart[] = [];
  readonly #inside: string;
  #fixed = '';
  #from = 0;

  constructor(inside: string) {
    this.#inside = inside;
  }

  /** Adds decoded text to the fixed piece. */
  fix(text: string): void {
    this.#fixed += text;
  }

  /** Adds an expression between two offsets, with the length of the marks round it. */
  compute(start: number, end: number, marks: { readonly before: number; readonly behind: number }): void {
    this.finish(start - marks.before);
    this.parts.push({ text: decodeText(this.#inside.slice(start, end)), computed: true, start, end });
    this.#from = end + marks.behind;
  }

  /** Ends the fixed piece. */
  finish(end: number): void {
    if (this.#fixed !== '') this.parts.push({ text: this.#fixed, computed: false, start: this.#from, end });
    this.#fixed = '';
  }
}

/** Returns the parts inside a `$'…'` text. A percent sign without a second one stands for itself. */
export function partsOf(inside: string): readonly TextPart[] {
  const pieces = new Pieces(inside);
  let at = 0;
  for (;;) {
    const open = inside.indexOf('%', at);
    const close = open === -1 ? -1 : inside.indexOf('%', open + 1);
    if (close === -1) break;
    pieces.fix(decodeText(inside.slice(at, open)));
    if (close === open + 1) pieces.fix('%');
    else pieces.compute(open + 1, close, { before: 1, behind: 1 });
    at = close + 1;
  }
  pieces.fix(decodeText(inside.slice(at)));
  pieces.finish(inside.length);
  return pieces.parts;
}

/** Returns the offset of the brace that closes an expression, or -1. */
function braceAfter(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && --depth < 0) return at;
  }
  return -1;
}

/** Returns the parts inside a `$fx'…'` text that is no formula as a whole. */
export function formulaPartsOf(inside: string): readonly TextPart[] {
  const pieces = new Pieces(inside);
  let at = 0;
  for (;;) {
    const open = inside.indexOf('${', at);
    const close = open === -1 ? -1 : braceAfter(inside, open + 2);
    if (close === -1) break;
    pieces.fix(decodeText(inside.slice(at, open)));
    pieces.compute(open + 2, close, { before: 2, behind: 1 });
    at = close + 1;
  }
  pieces.fix(decodeText(inside.slice(at)));
  pieces.finish(inside.length);
  return pieces.parts;
}
