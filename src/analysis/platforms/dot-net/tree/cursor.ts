/** Cursor over the tokens of an expression or of code, which makes the nodes of its tree. */
import { EXPR_LIMITS, type Expr } from '../../../model/expr.ts';
import type { Token } from '../../../model/workflow.ts';
import { type Dialect, scanPlaces } from '../lexer.ts';
import type { PlacedTokens, TokenPlace } from '../places.ts';

type WithoutSpan<T> = T extends unknown ? Omit<T, 'start' | 'end'> : never;
/** A node before it has its span. */
export type Bare = WithoutSpan<Expr>;

const CLOSING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSERS = new Set(CLOSING.values());

export class Cursor {
  readonly text: string;
  readonly isVisualBasic: boolean;
  at = 0;
  /** Expressions that are being read. */
  depth = 0;
  /** Nodes of the present statement. */
  nodes = 0;
  /** True in brackets, where the end of a line closes no statement. */
  isInBrackets = false;
  /** True behind an XML literal without an end. */
  hasOpenXml = false;
  /** Type of the variable that C# declared last, and where its value begins: `T x = new()` makes a T. */
  declared = { type: '', valueAt: -1 };
  readonly #tokens: readonly Token[];
  readonly #places: readonly TokenPlace[];
  /** Tokens that are the first of their lines. */
  readonly #firsts = new Set<number>();
  /** By token: the index of the bracket that closes it, else -1. */
  readonly #closes: Int32Array;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.isVisualBasic = dialect === 'visual-basic';
    const scanned = scanPlaces(text, dialect);
    if (this.isVisualBasic) this.#joinLines(scanned);
    this.#tokens = scanned.tokens;
    this.#places = scanned.places;
    this.#closes = closesOf(this.#tokens, this.#places);
  }

  /** Removes the signs that continue lines, and remembers the tokens that begin one. */
  #joinLines({ tokens, places }: PlacedTokens): void {
    let end = this.text.length;
    let written = 0;
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at]!;
      const place = places[at]!;
      const before = end;
      end = place.end;
      if (isContinuation(this.text, token, place)) {
        end = this.text.length;
        continue;
      }
      if (before < place.start && this.text.slice(before, place.start).includes('\n'))
        this.#firsts.add(written);
      tokens[written] = token;
      places[written] = place;
      written += 1;
    }
    tokens.length = written;
    places.length = written;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#tokens.length;
  }

  /** True where a limit is reached, so that the rest stays unparsed. */
  get isSpent(): boolean {
    return this.depth > EXPR_LIMITS.depthMax || this.nodes > EXPR_LIMITS.nodesMax;
  }

  /** Returns the token at an index. */
  token(at = this.at): Token | undefined {
    return this.#tokens[at];
  }

  form(at = this.at): TokenPlace['form'] | undefined {
    return this.#places[at]?.form;
  }

  /** Returns the offset at which a token starts; of none, where the last one ended. */
  start(at = this.at): number {
    return this.#places[at]?.start ?? this.lastEnd;
  }

  /** Returns the offset at which a token ends; 0 for none. */
  endOf(at: number): number {
    return Math.min(this.#places[at]?.end ?? 0, this.text.length);
  }

  /** Offset behind the last token that was read; that of the first one before it. */
  get lastEnd(): number {
    return Math.min(this.#places[this.at - 1]?.end ?? this.#places[0]?.start ?? 0, this.text.length);
  }

  /** Returns the source of the tokens from one index to before another, with white space only between words. */
  textOf(from: number, to: number): string {
    let text = '';
    for (let at = from; at < to; at += 1) {
      const { start, end } = this.#places[at]!;
      const isBehindWord = at > from && this.isName(at - 1) && this.isName(at);
      text += `${isBehindWord ? ' ' : ''}${this.text.slice(start, end)}`;
    }
    return text;
  }

  /** Returns the index of the bracket that closes the one at an index, else -1. */
  closeOf(at = this.at): number {
    return this.#closes[at] ?? -1;
  }

  /** Returns whether a token is the first of its line in Visual Basic. The end of a line may close a statement. */
  isFirstOfLine(at = this.at): boolean {
    return this.isVisualBasic && this.#firsts.has(at);
  }

  /** Returns whether no white space stands before a token. */
  isTouching(at: number): boolean {
    return at > 0 && this.#places[at]?.start === this.#places[at - 1]?.end;
  }

  /** Returns whether a token is a sign of the language; brackets of interpolated texts are none. */
  isSign(text: string, at = this.at): boolean {
    const token = this.#tokens[at];
    return (
      token?.text === text &&
      (token.kind === 'operator' || token.kind === 'punctuation') &&
      this.#places[at]!.form === 'plain'
    );
  }

  /** Returns the sign at an index, '' for other tokens. */
  sign(at = this.at): string {
    const token = this.#tokens[at];
    const isSign = token !== undefined && (token.kind === 'operator' || token.kind === 'punctuation');
    return isSign && this.#places[at]!.form === 'plain' ? token.text : '';
  }

  /** Returns the word at an index as keywords are compared; '' for other tokens and for names in marks. */
  word(at = this.at): string {
    const token = this.#tokens[at];
    if (token?.kind !== 'name' || this.isMarked(at)) return '';
    return this.isVisualBasic ? token.text.toLowerCase() : token.text;
  }

  isName(at = this.at): boolean {
    return this.#tokens[at]?.kind === 'name';
  }

  /** Returns whether a name stands in the marks `[name]` or `@name`, which make it no keyword. */
  isMarked(at = this.at): boolean {
    const first = this.text[this.#places[at]?.start ?? -1];
    return first === '[' || first === '@';
  }

  /** Returns whether a token closes a bracket or a hole around it. */
  isCloser(at = this.at): boolean {
    const token = this.#tokens[at];
    return token !== undefined && token.kind === 'punctuation' && isCloser(token, this.#places[at]!);
  }

  /** Reads a sign if it stands here. */
  take(sign: string): boolean {
    if (!this.isSign(sign)) return false;
    this.at += 1;
    return true;
  }

  /** Makes a node that ends where the last token ended. */
  node(start: number, bare: Bare): Expr {
    this.nodes += 1;
    const end = this.lastEnd;
    return { ...bare, start: Math.min(start, end), end };
  }

  /** Makes the node of a part that is missing here. */
  missing(): Expr {
    return this.node(this.lastEnd, { kind: 'unparsed' });
  }

  /**
   * Reads up to the next comma, semicolon or bracket that closes one outside, without looking into it.
   * @param endsWithLine whether the end of a line is an end too
   */
  skipped(endsWithLine = false): Expr {
    const start = this.start();
    const from = this.at;
    while (!this.isAtEnd && !this.isCloser() && !this.isSign(',') && !this.isSign(';')) {
      if (endsWithLine && this.at > from && this.isFirstOfLine()) break;
      const close = this.closeOf();
      this.at = (close === -1 ? this.at : close) + 1;
    }
    return this.node(start, { kind: 'unparsed' });
  }

  /** Reads up to the end of the text without looking into it. */
  rest(): Expr {
    const start = this.start();
    this.at = this.#tokens.length;
    return this.node(start, { kind: 'unparsed' });
  }
}

/** Returns whether `_` at the end of a line continues it. */
function isContinuation(text: string, token: Token, { end }: TokenPlace): boolean {
  return token.text === '_' && token.kind === 'name' && /^[^\S\n]*\n/.test(text.slice(end, end + 20));
}

const isCloser = ({ text }: Token, { form }: TokenPlace): boolean =>
  form === 'plain' ? CLOSERS.has(text) : form === 'hole-end' || form === 'end';

/** Returns the text or form of the token that closes an opening one; undefined for all others. */
function closingOf({ kind, text }: Token, { form }: TokenPlace): string | undefined {
  if (kind !== 'punctuation') return undefined;
  if (form === 'open') return 'end';
  if (form === 'hole') return 'hole-end';
  return form === 'plain' ? CLOSING.get(text) : undefined;
}

function closesOf(tokens: readonly Token[], places: readonly TokenPlace[]): Int32Array {
  const closes = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  const awaited = (): string | undefined => {
    const at = open.at(-1);
    return at === undefined ? undefined : closingOf(tokens[at]!, places[at]!);
  };
  tokens.forEach((token, at) => {
    const place = places[at]!;
    if (closingOf(token, place) !== undefined) open.push(at);
    else if (token.kind === 'punctuation' && isCloser(token, place)) {
      const { form } = place;
      if (form !== 'plain') while (awaited()?.length === 1) open.pop();
      if (awaited() === (form === 'plain' ? token.text : form)) closes[open.pop()!] = at;
    }
  });
  return closes;
}
