/** Parser of JavaScript: expressions and runs of statements as trees. One pass, and total for any text. */
import { type CallArgument, EXPR_LIMITS, type Expr } from '../../model/expr.ts';
import { ScriptCursor } from './cursor.ts';
import { ASSIGNS, BINARY, PREFIX, VALUE_WORDS } from './operators.ts';

class Parser extends ScriptCursor {
  /** Reads a whole text as one expression; what stands behind it makes it damaged. */
  expression(): Expr {
    const tree = this.#assignment(0);
    if (this.at >= this.tokens.length) return tree;
    const { start } = tree;
    this.at = this.tokens.length;
    return { kind: 'unparsed', parts: [tree], start, end: this.length };
  }

  /** Reads a whole text as statements. */
  script(): Expr {
    const parts: Expr[] = [];
    while (this.at < this.tokens.length) for (const part of this.#statements(0)) parts.push(part);
    return { kind: 'unparsed', parts, start: 0, end: this.length };
  }

  #statements(depth: number): Expr[] {
    const parts: Expr[] = [];
    let braces = 0;
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at]!;
      const isSign = token.kind === 'sign';
      if (isSign && token.value === '}') {
        if (braces === 0) {
          this.at += 1;
          break;
        }
        braces -= 1;
        this.at += 1;
      } else if (isSign && token.value === '{') {
        braces += 1;
        this.at += 1;
      } else if (this.isSkipped(token) || this.isSpent) this.at += 1;
      else {
        const before = this.at;
        parts.push(this.#assignment(depth + 1));
        if (this.at === before) this.at += 1;
      }
      if (depth === 0) this.renewBudget();
    }
    return parts;
  }

  #assignment(depth: number): Expr {
    const first = this.tokens[this.at];
    if (first?.kind === 'name' && /^(?:return|throw)$/.test(first.value)) this.at += 1;
    if (depth >= EXPR_LIMITS.depthMax) return this.skipped();
    const arrow = this.#arrow(depth);
    if (arrow !== undefined) return arrow;
    const left = this.#conditional(depth);
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || !ASSIGNS.test(token.value)) return left;
    this.at += 1;
    const right = this.#assignment(depth + 1);
    this.nodes += 1;
    return { kind: 'binary', operator: token.value, left, right, ...this.from(left.start) };
  }

  /** Reads `x => …` or `(x, y) => …`; undefined when none begins here. */
  #arrow(depth: number): Expr | undefined {
    const { value: word, start } = this.tokens[this.at] ?? { value: '', start: 0 };
    const from = this.at + (word === 'async' && !this.is('=>', this.at + 1) ? 1 : 0);
    const end = this.parametersEnd(from);
    if (end === -1 || !this.is('=>', end)) return undefined;
    const names = this.tokens.slice(from, end).filter(({ kind }) => kind === 'name');
    const parameters = names.map(({ value }) => value);
    this.at = end + 1;
    const opened = this.tokens[this.at]?.start ?? this.length;
    let body: Expr;
    if (this.take('{')) {
      const parts = this.#statements(depth + 1);
      body = { kind: 'unparsed', parts, ...this.from(opened) };
    } else body = this.#assignment(depth + 1);
    this.nodes += 1;
    return { kind: 'lambda', parameters, body, ...this.from(start) };
  }

  #conditional(depth: number): Expr {
    const test = this.#binary(1, depth);
    if (!this.take('?')) return test;
    const whenTrue = this.#assignment(depth + 1);
    const whenFalse = this.take(':') ? this.#assignment(depth + 1) : this.missing();
    this.nodes += 1;
    return { kind: 'conditional', test, whenTrue, whenFalse, ...this.from(test.start) };
  }

  #binary(strengthMin: number, depth: number): Expr {
    let left = this.#unary(depth);
    for (;;) {
      const token = this.tokens[this.at];
      const isOperator = token?.kind === 'sign' || token?.kind === 'name';
      const strength = isOperator ? BINARY.get(token.value) : undefined;
      if (strength === undefined || strength < strengthMin || this.isSpent) return left;
      this.at += 1;
      const right = this.#binary(strength + 1, depth + 1);
      this.nodes += 1;
      left = { kind: 'binary', operator: token!.value, left, right, ...this.from(left.start) };
    }
  }

  #unary(depth: number): Expr {
    if (depth >= EXPR_LIMITS.depthMax || this.isSpent) return this.skipped();
    const token = this.tokens[this.at];
    const isPrefix = (token?.kind === 'sign' || token?.kind === 'name') && PREFIX.test(token.value);
    if (!isPrefix) return this.#postfix(depth);
    this.at += 1;
    const operand = this.#unary(depth + 1);
    this.nodes += 1;
    return { kind: 'unary', operator: token!.value, operand, ...this.from(token!.start) };
  }

  #postfix(depth: number): Expr {
    let object = this.#primary(depth);
    while (!this.isSpent) {
      const link = this.#link(object, depth + 1);
      if (link === undefined) break;
      object = link;
      this.nodes += 1;
    }
    return object;
  }

  #link(object: Expr, depth: number): Expr | undefined {
    const { start } = object;
    const isOptional = this.is('?.');
    const next = this.tokens[this.at + 1];
    if ((isOptional || this.is('.')) && next?.kind === 'name') {
      this.at += 2;
      return { kind: 'member', object, name: next.value, isOptional, ...this.from(start) };
    }
    const open = this.at + (isOptional ? 1 : 0);
    if (this.is('[', open)) {
      this.at = open + 1;
      const args = this.#list(']', depth);
      return { kind: 'index', object, args, isOptional, ...this.from(start) };
    }
    if (this.is('(', open)) {
      this.at = open + 1;
      const args = this.#list(')', depth);
      return { kind: 'call', callee: object, args, ...this.from(start) };
    }
    if (this.is('++') || this.is('--')) {
      const operator = this.tokens[this.at]!.value;
      this.at += 1;
      return { kind: 'unary', operator, operand: object, ...this.from(start) };
    }
    return undefined;
  }

  #list(close: string, depth: number): CallArgument[] {
    const args: CallArgument[] = [];
    while (this.at < this.tokens.length && !this.is(close)) {
      const before = this.at;
      args.push({ name: undefined, value: this.#assignment(depth) });
      this.take(',');
      if (this.at === before) this.at += 1;
    }
    // An empty part stands for a closing bracket that is missing.
    if (!this.take(close)) args.push({ name: undefined, value: this.missing() });
    return args;
  }

  #primary(depth: number): Expr {
    const token = this.tokens[this.at];
    if (token === undefined) return this.missing();
    const { kind, value, start, end } = token;
    this.nodes += 1;
    if (kind === 'piece') return this.#template(depth);
    if (kind === 'sign') return this.#bracketed(value, start, depth);
    this.at += 1;
    if (kind === 'text')
      return token.isOpen === true
        ? { kind: 'unparsed', start, end }
        : { kind: 'literal', type: 'text', value, start, end };
    if (kind === 'number') return { kind: 'literal', type: 'number', value, start, end };
    if (kind === 'pattern') return { kind: 'unparsed', start, end };
    if (value === 'new') return this.#creation(start, depth);
    if (value === 'function') return this.#function(start, depth);
    const type = VALUE_WORDS.get(value);
    if (type !== undefined) return { kind: 'literal', type, value, start, end };
    return { kind: 'reference', name: value, isMarked: value.startsWith('$'), start, end };
  }

  #bracketed(sign: string, start: number, depth: number): Expr {
    if (sign === '(') {
      this.at += 1;
      const args = this.#list(')', depth + 1);
      const [only] = args;
      const span = this.from(start);
      return args.length === 1
        ? { ...only!.value, ...span }
        : { kind: 'list', items: valuesOf(args), ...span };
    }
    if (sign === '[') {
      this.at += 1;
      return { kind: 'list', items: valuesOf(this.#list(']', depth + 1)), ...this.from(start) };
    }
    if (sign === '{') {
      this.at += 1;
      const members = this.#members(depth + 1);
      return { kind: 'new', type: '', args: [], members, ...this.from(start) };
    }
    return this.missing();
  }

  /** Reads the members of an object up to its closing brace. */
  #members(depth: number): CallArgument[] {
    const members: CallArgument[] = [];
    while (this.at < this.tokens.length && !this.is('}')) {
      const before = this.at;
      members.push(this.#member(depth));
      this.take(',');
      if (this.at === before) this.at += 1;
    }
    this.take('}');
    return members;
  }

  #member(depth: number): CallArgument {
    const token = this.tokens[this.at]!;
    const isNamed = token.kind === 'name' || token.kind === 'text' || token.kind === 'number';
    if (isNamed && this.is(':', this.at + 1)) {
      this.at += 2;
      return { name: token.value, value: this.#assignment(depth) };
    }
    const value = this.#assignment(depth);
    if (value.kind === 'reference') return { name: value.name, value };
    // `[name]: value`
    if (value.kind === 'list' && this.take(':')) {
      const computed = this.#assignment(depth);
      return {
        name: undefined,
        value: { kind: 'unparsed', parts: [value, computed], ...this.from(value.start) },
      };
    }
    return { name: undefined, value };
  }

  #creation(start: number, depth: number): Expr {
    const words: string[] = [];
    while (this.tokens[this.at]?.kind === 'name') {
      words.push(this.tokens[this.at]!.value);
      this.at += 1;
      if (!this.take('.')) break;
    }
    const args = this.take('(') ? this.#list(')', depth + 1) : [];
    return { kind: 'new', type: words.join('.'), args, members: [], ...this.from(start) };
  }

  /** Reads `function name(x) { … }` behind its first word. */
  #function(start: number, depth: number): Expr {
    if (this.tokens[this.at]?.kind === 'name') this.at += 1;
    const end = this.is('(') ? this.parametersEnd(this.at) : -1;
    if (end === -1) return { kind: 'unparsed', ...this.from(start) };
    const names = this.tokens.slice(this.at, end).filter(({ kind }) => kind === 'name');
    this.at = end;
    const opened = this.tokens[this.at]?.start ?? this.length;
    const parts = depth < EXPR_LIMITS.depthMax && this.take('{') ? this.#statements(depth + 1) : [];
    const body: Expr = { kind: 'unparsed', parts, ...this.from(opened) };
    return { kind: 'lambda', parameters: names.map(({ value }) => value), body, ...this.from(start) };
  }

  #template(depth: number): Expr {
    const parts: Expr[] = [];
    const { start } = this.tokens[this.at]!;
    for (;;) {
      const piece = this.tokens[this.at];
      if (piece?.kind !== 'piece') break;
      this.at += 1;
      const span = { start: piece.start, end: piece.end };
      if (piece.value !== '') parts.push({ kind: 'literal', type: 'text', value: piece.value, ...span });
      if (piece.opensHole !== true) break;
      parts.push(this.#assignment(depth + 1));
      while (this.at < this.tokens.length && this.tokens[this.at]!.kind !== 'piece') this.at += 1;
    }
    const [only] = parts;
    if (parts.length === 1 && only?.kind === 'literal') return { ...only, ...this.from(start) };
    if (parts.length === 0) return { kind: 'literal', type: 'text', value: '', ...this.from(start) };
    return { kind: 'interpolation', parts, ...this.from(start) };
  }
}

const valuesOf = (args: readonly CallArgument[]): readonly Expr[] => args.map(({ value }) => value);

/** Returns the tree of an expression of JavaScript. */
export const parseScriptExpression = (text: string): Expr => new Parser(text).expression();

/** Returns the statements of a script as the parts of one node. */
export const parseScript = (text: string): Expr => new Parser(text).script();
