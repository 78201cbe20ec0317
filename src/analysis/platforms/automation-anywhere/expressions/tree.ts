/** Trees of texts with `$names$` in them, and of arithmetic. */
import { type CallArgument, EXPR_LIMITS, type Expr } from '../../../model/expr.ts';
import {
  constantPart,
  type NodeBudget,
  newBudget,
  type OperatorLanguage,
  operatorTree,
  type Part,
  unparsed,
} from '../../operator-tree.ts';
import { arithmeticTokens, type PlacedToken, textTokens } from './lexer.ts';

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);
/** Legacy functions and keys quote the name that they look up: `$row{"Name"}$`. */
const QUOTED = /^"([^"]*)"$/;

/** Tokens with the place that has been read. */
class TextReader {
  readonly #tokens: readonly PlacedToken[];
  readonly #budget: NodeBudget;
  at = 0;

  constructor(tokens: readonly PlacedToken[], budget: NodeBudget) {
    this.#tokens = tokens;
    this.#budget = budget;
  }

  get token(): PlacedToken | undefined {
    return this.#tokens[this.at];
  }

  /** Reads a text up to its closing bracket or to the end. */
  text(closer: string | undefined, level: number, start: number): Expr {
    const parts: Expr[] = [];
    for (let token = this.token; token !== undefined && !this.#isMark(closer); token = this.token) {
      if (this.#budget.nodes <= 0 || level >= EXPR_LIMITS.depthMax) {
        parts.push(this.#rest(token, closer));
        break;
      }
      this.#budget.nodes -= 1;
      parts.push(token.kind === 'symbol' ? this.reference(level) : this.#piece(token, closer));
    }
    const end = this.#tokens[this.at - 1]?.end ?? start;
    if (parts.length === 1) return parts[0]!;
    if (parts.length === 0) return { kind: 'literal', type: 'text', value: '', start, end: start };
    return { kind: 'interpolation', parts, start: parts[0]!.start, end: Math.max(end, parts.at(-1)!.end) };
  }

  /** Reads a reference with its functions and keys. */
  reference(level: number): Expr {
    const { start, end, text } = this.token!;
    this.at += 1;
    let tree: Expr = { kind: 'reference', name: text, isMarked: true, start, end };
    for (let mark = this.token; mark?.kind === 'punctuation'; mark = this.token) {
      const name = this.#tokens[this.at + 1];
      if (this.#budget.nodes <= 0) break;
      this.#budget.nodes -= 1;
      if (mark.text === '.' && name?.kind === 'name') {
        this.at += 2;
        tree = { kind: 'member', object: tree, name: name.text, isOptional: false, start, end: name.end };
        // A function of a package is called without brackets.
        if (name.text.includes(':') && !this.#isMark('('))
          tree = { kind: 'call', callee: tree, args: [], start, end: name.end };
      } else if (CLOSERS.has(mark.text)) {
        const args = this.#key(CLOSERS.get(mark.text)!, level + 1);
        const span = { start, end: this.#tokens[this.at - 1]!.end };
        tree =
          mark.text === '('
            ? { kind: 'call', callee: tree, args, ...span }
            : { kind: 'index', object: tree, args, isOptional: false, ...span };
      } else break;
    }
    return tree;
  }

  #key(closer: string, level: number): CallArgument[] {
    const start = this.token!.end;
    this.at += 1;
    const args = [{ name: undefined, value: this.text(closer, level, start) }];
    const { end } = this.#tokens[this.at - 1]!;
    if (this.#isMark(closer)) this.at += 1;
    // An empty part stands for a closing bracket that is missing.
    else args.push({ name: undefined, value: unparsed(end, end) });
    return args;
  }

  /** Returns a fixed piece; one that is a key has no quotation marks. */
  #piece({ kind, text, start, end }: PlacedToken, closer: string | undefined): Expr {
    this.at += 1;
    const value = closer === undefined ? text : (QUOTED.exec(text)?.[1] ?? text);
    return { kind: 'literal', type: kind === 'number' ? 'number' : 'text', value, start, end };
  }

  #isMark(closer: string | undefined): boolean {
    return closer !== undefined && this.token?.kind === 'punctuation' && this.token.text === closer;
  }

  /** Skips what lies beyond the limits, up to the closing bracket of the text. */
  #rest({ start }: PlacedToken, closer: string | undefined): Expr {
    let depth = 0;
    for (let token = this.token; token !== undefined; token = this.token) {
      if (depth === 0 && this.#isMark(closer)) break;
      if (token.kind === 'punctuation') depth += CLOSERS.has(token.text) ? 1 : token.text === '.' ? 0 : -1;
      this.at += 1;
    }
    return unparsed(start, this.#tokens[this.at - 1]!.end);
  }
}

/** Returns the tree of a text with references: a text with several pieces is an interpolation. */
export function textTree(text: string): Expr {
  return new TextReader(textTokens(text), newBudget()).text(undefined, 0, 0);
}

const LANGUAGE: OperatorLanguage = {
  binary: new Map([
    ['|', 1],
    ['or', 1],
    ['&', 2],
    ['and', 2],
    ...['=', '==', '!=', '<', '<=', '>', '>='].map((sign) => [sign, 4] as const),
    ['+', 6],
    ['-', 6],
    ['*', 7],
    ['/', 7],
    ['%', 7],
    ['^', 9],
  ]),
  unary: new Map([
    ['not', 3],
    ['-', 8],
    ['+', 8],
  ]),
  constants: new Map([
    ['true', 'boolean'],
    ['false', 'boolean'],
  ]),
  hasLists: false,
};

/** Returns the tree of numbers and conditions: `$nRow$ + 1`. */
export function arithmeticTree(text: string): Expr {
  const budget = newBudget();
  const tokens = arithmeticTokens(text);
  const reader = new TextReader(tokens, budget);
  const parts: Part[] = [];
  for (let token = reader.token; token !== undefined; token = reader.token) {
    const { kind, start, end } = token;
    if (kind === 'symbol') {
      const tree = reader.reference(0);
      parts.push({ kind: 'operand', text: '', start: tree.start, end: tree.end, tree });
      continue;
    }
    reader.at += 1;
    if (kind === 'number' || kind === 'string')
      parts.push(constantPart(kind === 'number' ? 'number' : 'text', token.text, start, end));
    else parts.push({ kind, text: token.text, start, end });
  }
  return operatorTree(parts, LANGUAGE, text.length, budget);
}
