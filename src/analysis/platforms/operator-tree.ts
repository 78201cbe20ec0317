/**
 * Parser of expressions that are operands with operators between them: precedence climbing over the tokens of one
 * language. It looks at each token once, and no text makes it throw.
 */
import { type CallArgument, EXPR_LIMITS, type Expr, type LiteralExpr } from '../model/expr.ts';

/** Token of an expression with its place, or an operand whose tree its own reader has made. */
export interface Part {
  readonly kind: 'operand' | 'name' | 'operator' | 'punctuation';
  /** Source of the token; '' for an operand. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly tree?: Expr;
}

/** Operators and words of a language, all in lower case. */
export interface OperatorLanguage {
  /** Binding strength of each operator between two operands; the greater binds first. */
  readonly binary: ReadonlyMap<string, number>;
  /** Binding strength of the operand of each operator in front of one. */
  readonly unary: ReadonlyMap<string, number>;
  readonly constants: ReadonlyMap<string, LiteralExpr['type']>;
  /** True if `{…}` and `[…]` make values, and `a[…]` takes one out of another. */
  readonly hasLists: boolean;
}

/** Nodes that one expression may still have; readers of the texts in it share it. */
export interface NodeBudget {
  nodes: number;
}

/** Creates the budget of one expression. */
export const newBudget = (): NodeBudget => ({ nodes: EXPR_LIMITS.nodesMax });

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSING: ReadonlySet<string> = new Set(CLOSERS.values());

/** Returns a part of a text that nothing understands. */
export const unparsed = (start: number, end: number): Expr => ({ kind: 'unparsed', start, end });

/** Returns an operand for a constant. */
export function constantPart(type: LiteralExpr['type'], value: string, start: number, end: number): Part {
  return { kind: 'operand', text: '', start, end, tree: { kind: 'literal', type, value, start, end } };
}

class OperatorParser {
  readonly #parts: readonly Part[];
  readonly #language: OperatorLanguage;
  readonly #budget: NodeBudget;
  readonly #end: number;
  #at = 0;

  constructor(parts: readonly Part[], language: OperatorLanguage, budget: NodeBudget, end: number) {
    this.#parts = parts;
    this.#language = language;
    this.#budget = budget;
    this.#end = end;
  }

  whole(): Expr {
    const tree = this.#group(0);
    // A bracket that nothing opened, or a comma outside of all, may stand behind it.
    return this.#at < this.#parts.length ? this.#damaged(tree, this.#rest(true)) : tree;
  }

  /** Reads one expression up to the end of its brackets or the next comma. */
  #group(level: number): Expr {
    const tree = this.#binary(0, level);
    return this.#isGroupEnd() ? tree : this.#damaged(tree, this.#rest(false));
  }

  #binary(strengthMin: number, level: number): Expr {
    let left = this.#operand(level);
    for (;;) {
      const operator = this.#operatorHere();
      const strength = this.#language.binary.get(operator);
      if (strength === undefined || strength < strengthMin || this.#budget.nodes <= 0) return left;
      this.#at += 1;
      this.#budget.nodes -= 1;
      const right = this.#binary(strength + 1, level + 1);
      left = { kind: 'binary', operator, left, right, ...this.#from(left.start) };
    }
  }

  #operand(level: number): Expr {
    const part = this.#parts[this.#at];
    if (part === undefined || this.#isGroupEnd()) return this.#missing();
    if (level >= EXPR_LIMITS.depthMax || this.#budget.nodes <= 0) return this.#rest(false);
    this.#budget.nodes -= 1;
    const operator = this.#operatorHere();
    const strength = this.#language.unary.get(operator);
    if (strength === undefined)
      return this.#language.binary.has(operator) ? this.#missing() : this.#withMembers(part, level);
    this.#at += 1;
    const operand = this.#binary(strength, level + 1);
    return { kind: 'unary', operator, operand, ...this.#from(part.start) };
  }

  /** Returns the token here in lower case; '' for an operand and behind the last one. */
  #operatorHere(): string {
    return this.#parts[this.#at]?.text.toLowerCase() ?? '';
  }

  #primary(part: Part, level: number): Expr {
    this.#at += 1;
    const { start, end, text, tree } = part;
    if (tree !== undefined) return tree;
    if (part.kind === 'name') {
      const type = this.#language.constants.get(text.toLowerCase());
      if (type !== undefined) return { kind: 'literal', type, value: text, start, end };
      return { kind: 'reference', name: text, isMarked: false, start, end };
    }
    if (text === '(') {
      const inner = this.#group(level + 1);
      return this.#close(')')
        ? { ...inner, ...this.#from(start) }
        : this.#damaged({ ...inner, ...this.#from(start) }, this.#missing());
    }
    if (!this.#language.hasLists || (text !== '{' && text !== '[')) return unparsed(start, end);
    const items = this.#arguments(text, level + 1);
    if (items.some(({ name }) => name !== undefined))
      return { kind: 'new', type: '', args: [], members: items, ...this.#from(start) };
    return { kind: 'list', items: items.map(({ value }) => value), ...this.#from(start) };
  }

  /** Reads an operand with the members, indexes and arguments behind it. */
  #withMembers(first: Part, level: number): Expr {
    let object = this.#primary(first, level);
    while (this.#budget.nodes > 0) {
      const text = this.#parts[this.#at]?.text;
      const next = this.#parts[this.#at + 1];
      const isMember = text === '.' && next?.kind === 'name';
      const isCall = text === '(' && (object.kind === 'reference' || object.kind === 'member');
      const isIndex = text === '[' && this.#language.hasLists;
      if (!isMember && !isCall && !isIndex) break;
      this.#budget.nodes -= 1;
      this.#at += isMember ? 2 : 1;
      if (isMember)
        object = { kind: 'member', object, name: next.text, isOptional: false, ...this.#from(object.start) };
      else {
        const args = this.#arguments(text, level + 1);
        const span = this.#from(object.start);
        object = isCall
          ? { kind: 'call', callee: object, args, ...span }
          : { kind: 'index', object, args, isOptional: false, ...span };
      }
    }
    return object;
  }

  /** Reads what stands between commas up to the bracket that closes this one. */
  #arguments(open: string, level: number): CallArgument[] {
    const args: CallArgument[] = [];
    const closer = CLOSERS.get(open)!;
    while (this.#at < this.#parts.length && this.#parts[this.#at]!.text !== closer) {
      args.push(this.#argument(open, level));
      const text = this.#parts[this.#at]?.text;
      if (text === ',' || text === ';') this.#at += 1;
      else break;
    }
    // An empty part stands for a closing bracket that is missing.
    if (!this.#close(closer)) args.push({ name: undefined, value: this.#missing() });
    return args;
  }

  #argument(open: string, level: number): CallArgument {
    const first = this.#parts[this.#at]!;
    const isNamed = open === '{' && this.#parts[this.#at + 1]?.text === ':';
    const name = first.tree?.kind === 'literal' ? first.tree.value : first.text;
    if (isNamed) this.#at += 2;
    return { name: isNamed ? name : undefined, value: this.#group(level) };
  }

  /** Reads a closing bracket; false when another token stands there. */
  #close(closer: string): boolean {
    const isThere = this.#parts[this.#at]?.text === closer;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #isGroupEnd(): boolean {
    const text = this.#parts[this.#at]?.text;
    return text === undefined || text === ',' || text === ';' || CLOSING.has(text);
  }

  /** Stands for a part that is missing. */
  #missing(): Expr {
    const at = this.#at === 0 ? (this.#parts[0]?.start ?? this.#end) : this.#parts[this.#at - 1]!.end;
    return unparsed(at, at);
  }

  #damaged(...parts: readonly [Expr, Expr]): Expr {
    return { ...unparsed(parts[0].start, parts[1].end), kind: 'unparsed', parts };
  }

  /** Takes what is left of the innermost brackets, or of all; it is not understood. */
  #rest(isAll: boolean): Expr {
    const first = this.#parts[this.#at];
    let depth = 0;
    while (this.#at < this.#parts.length) {
      if (!isAll && depth === 0 && this.#isGroupEnd()) break;
      const { text } = this.#parts[this.#at]!;
      if (CLOSERS.has(text)) depth += 1;
      else if (CLOSING.has(text)) depth -= 1;
      this.#at += 1;
    }
    const missing = this.#missing();
    return first === undefined || first.start > missing.end ? missing : unparsed(first.start, missing.end);
  }

  /** Returns the span from an offset to the end of the part that was read last. */
  #from(start: number): { readonly start: number; readonly end: number } {
    return { start, end: Math.max(start, this.#parts[this.#at - 1]?.end ?? start) };
  }
}

/**
 * Returns the tree of an expression.
 * @param end offset behind its last character
 */
export function operatorTree(
  parts: readonly Part[],
  language: OperatorLanguage,
  end: number,
  budget: NodeBudget = newBudget(),
): Expr {
  return new OperatorParser(parts, language, budget, end).whole();
}
