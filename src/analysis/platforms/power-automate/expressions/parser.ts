/** Parser of the workflow definition language: one pass, and total for any text. */
import { type CallArgument, EXPR_LIMITS, type Expr, type LiteralExpr } from '../../../model/expr.ts';
import type { Token } from '../../../model/workflow.ts';
import { CodeScanner, decodePiece, readTemplate } from './lexer.ts';

/** Words that are values, in lower case. */
const WORDS: ReadonlyMap<string, LiteralExpr['type']> = new Map([
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'nothing'],
]);

const unparsed = (start: number, end: number): Expr => ({ kind: 'unparsed', start, end });

/** Creates the node of a range that begins with a value. */
function damaged(start: number, end: number, first: Expr): Expr {
  return first.start === first.end ? unparsed(start, end) : { kind: 'unparsed', parts: [first], start, end };
}

/** Returns the tree of an expression without its leading `@`. */
export function parseCode(text: string): Expr {
  return new Parser(text, 0, false, 0).parse();
}

/** Returns the tree of a text with embedded expressions. */
export function parseTemplate(text: string): Expr {
  const parts: Expr[] = [];
  let nodes = 1;
  /** Start of what no longer fits in. */
  let rest = -1;
  const add = (part: Expr): void => {
    if (nodes >= EXPR_LIMITS.nodesMax) rest = rest === -1 ? part.start : rest;
    else parts.push(part);
  };
  readTemplate(text, {
    text: (start, end) => {
      if (start === end) return;
      add({ kind: 'literal', type: 'text', value: decodePiece(text.slice(start, end)), start, end });
      nodes += 1;
    },
    code: (start) => {
      const parser = new Parser(text, start, true, nodes);
      add(parser.parse());
      nodes = parser.nodes;
      return parser.end;
    },
  });
  if (rest !== -1) parts.push(unparsed(rest, text.length));
  return { kind: 'interpolation', parts, start: 0, end: text.length };
}

class Parser {
  /** Nodes so far, in the whole text. */
  nodes: number;
  readonly #scanner: CodeScanner;
  /** Height of the tree that was made last. */
  #height = 1;

  constructor(text: string, from: number, embedded: boolean, nodes: number) {
    this.nodes = nodes;
    this.#scanner = new CodeScanner(text, from, embedded);
  }

  /** End of the code. */
  get end(): number {
    return this.#scanner.start;
  }

  parse(): Expr {
    const scanner = this.#scanner;
    scanner.advance();
    const { start } = scanner;
    const tree = this.#chain(2);
    if (scanner.isAtEnd()) return tree;
    while (!scanner.isAtEnd()) scanner.advance();
    return damaged(start, scanner.before, tree);
  }

  /** Reads an operand between delimiters; all of it is `unparsed` when more than one value stands there. */
  #operand(depth: number): Expr {
    const { start } = this.#scanner;
    const tree = this.#chain(depth);
    if (this.#isAtDelimiter()) return tree;
    this.#skip();
    this.#height += 1;
    return damaged(start, this.#scanner.before, tree);
  }

  /** Reads a value with the calls and members behind it. */
  #chain(depth: number): Expr {
    const scanner = this.#scanner;
    const { start } = scanner;
    const isFull = depth > EXPR_LIMITS.depthMax || this.nodes >= EXPR_LIMITS.nodesMax;
    // A mark in the place of a value belongs to what is skipped.
    if (isFull || scanner.kind === 'punctuation' || scanner.kind === 'end') return this.#nothing();
    let tree = this.#value(scanner.kind);
    let height = this.#height;
    while (this.nodes < EXPR_LIMITS.nodesMax) {
      const longer = this.#link(tree, depth);
      if (longer === undefined) break;
      tree = longer;
      height = Math.max(height, this.#height) + 1;
      if (depth + height <= EXPR_LIMITS.depthMax + 1) continue;
      tree = unparsed(start, scanner.before);
      height = 1;
    }
    this.#height = height;
    return tree;
  }

  /** Stands for a value that is missing. */
  #nothing(): Expr {
    const { before } = this.#scanner;
    this.nodes += 1;
    this.#height = 1;
    return unparsed(before, before);
  }

  #value(kind: Token['kind']): Expr {
    const scanner = this.#scanner;
    const { start, end, isClosed } = scanner;
    this.nodes += 1;
    this.#height = 1;
    const value = scanner.value();
    scanner.advance();
    if (kind === 'number') return { kind: 'literal', type: 'number', value, start, end };
    if (kind === 'string')
      return isClosed ? { kind: 'literal', type: 'text', value, start, end } : unparsed(start, end);
    const type = scanner.isMark('(') ? undefined : WORDS.get(value.toLowerCase());
    if (type !== undefined) return { kind: 'literal', type, value, start, end };
    return { kind: 'reference', name: value, isMarked: false, start, end };
  }

  /** Reads a call or member behind a value; undefined when something else stands there. Sets the height of what is new. */
  #link(object: Expr, depth: number): Expr | undefined {
    const scanner = this.#scanner;
    const { start } = object;
    this.#height = 0;
    if (scanner.isMark('(')) {
      const args = this.#list(')', depth + 1);
      return this.#made({ kind: 'call', callee: object, args, start, end: scanner.before });
    }
    const isOptional = scanner.isMark('?');
    if (isOptional) scanner.advance();
    if (scanner.isMark('[')) {
      const args = this.#list(']', depth + 1);
      return this.#made({ kind: 'index', object, args, isOptional, start, end: scanner.before });
    }
    if (!scanner.isMark('.')) return isOptional ? damaged(start, scanner.before, object) : undefined;
    scanner.advance();
    if (scanner.kind !== 'name') return damaged(start, scanner.before, object);
    const name = scanner.value();
    scanner.advance();
    return this.#made({ kind: 'member', object, name, isOptional, start, end: scanner.before });
  }

  #made(tree: Expr): Expr {
    this.nodes += 1;
    return tree;
  }

  /** Reads the values between brackets. An empty `unparsed` stands for a closing one that is missing. */
  #list(close: ')' | ']', depth: number): readonly CallArgument[] {
    const scanner = this.#scanner;
    const args: CallArgument[] = [];
    let height = 0;
    scanner.advance();
    while (!scanner.isMark(close) || args.length > 0) {
      args.push({ name: undefined, value: this.#operand(depth) });
      height = Math.max(height, this.#height);
      if (!scanner.isMark(',')) break;
      if (this.nodes >= EXPR_LIMITS.nodesMax) {
        args.push({ name: undefined, value: this.#rest() });
        break;
      }
      scanner.advance();
    }
    if (scanner.isMark(close)) scanner.advance();
    else args.push({ name: undefined, value: unparsed(scanner.before, scanner.before) });
    this.#height = height;
    return args;
  }

  /** Skips all further values of a list. */
  #rest(): Expr {
    const scanner = this.#scanner;
    const { start } = scanner;
    while (scanner.isMark(',')) {
      scanner.advance();
      this.#skip();
    }
    return unparsed(start, scanner.before);
  }

  #isAtDelimiter(): boolean {
    const { kind, text, start } = this.#scanner;
    return kind === 'end' || (kind === 'punctuation' && /[,)\]]/.test(text[start]!));
  }

  /** Skips to the delimiter of this value; brackets in between are skipped with what they hold. */
  #skip(): void {
    const scanner = this.#scanner;
    for (let open = 0; scanner.kind !== 'end' && (open > 0 || !this.#isAtDelimiter()); scanner.advance()) {
      if (scanner.isMark('(') || scanner.isMark('[')) open += 1;
      else if (open > 0 && (scanner.isMark(')') || scanner.isMark(']'))) open -= 1;
    }
  }
}
