/** Way of a parser through the tokens of a script, with its limits. */
import { EXPR_LIMITS, type Expr } from '../../model/expr.ts';
import { lexScript, type ScriptToken } from './lexer.ts';

/** Words that begin statements and no expression. */
const STATEMENT =
  /^(?:const|let|var|if|else|for|while|do|switch|case|default|break|continue|try|catch|finally|return|throw|export|import|class|extends|debugger|static|get|set)$/;
/** Words behind which brackets hold a condition or a declaration. */
const HEADS = /^(?:if|for|while|switch|catch|with)$/;
/** Most nodes of all statements of a script together. */
const NODES_MAX = 20 * EXPR_LIMITS.nodesMax;
/** Most tokens of the parameters of a function. */
const PARAMETERS_MAX = 64;

/** Tokens of a script, and the place of the next one. */
export class ScriptCursor {
  readonly tokens: readonly ScriptToken[];
  /** Characters of the text. */
  readonly length: number;
  at = 0;
  /** Nodes of the statement so far. */
  nodes = 0;
  /** Nodes of the statements before. */
  total = 0;

  constructor(text: string) {
    this.tokens = lexScript(text);
    this.length = text.length;
  }

  /** Gives the next statement a budget of its own, so that long code is read to its end. */
  renewBudget(): void {
    this.total += this.nodes;
    this.nodes = this.total > NODES_MAX ? EXPR_LIMITS.nodesMax + 1 : 0;
  }

  /** Returns whether a token is part of a statement and of no expression in it. */
  isSkipped({ kind, value }: ScriptToken): boolean {
    if (kind === 'sign') {
      const head = this.tokens[this.at - 1];
      if (value === '(') return head?.kind === 'name' && HEADS.test(head.value);
      return /^[);,:\]]$/.test(value);
    }
    if (kind !== 'name') return false;
    const next = this.tokens[this.at + 1];
    // A value in braces follows, and no block.
    if (/^(?:return|throw)$/.test(value) && next?.kind === 'sign' && next.value === '{') return false;
    return STATEMENT.test(value) || (value === 'async' && next?.value === 'function');
  }

  /** Returns whether a sign stands at a token. */
  is(sign: string, at = this.at): boolean {
    const token = this.tokens[at];
    return token?.kind === 'sign' && token.value === sign;
  }

  /** Reads a sign; false when another token stands here. */
  take(sign: string): boolean {
    const isThere = this.is(sign);
    if (isThere) this.at += 1;
    return isThere;
  }

  /** Returns the span from an offset to the end of the token that was read last. */
  from(start: number): { readonly start: number; readonly end: number } {
    return { start, end: Math.max(start, this.tokens[this.at - 1]?.end ?? start) };
  }

  /** Stands for a part that is missing. */
  missing(): Expr {
    const at = this.tokens[this.at - 1]?.end ?? this.tokens[0]?.start ?? this.length;
    this.nodes += 1;
    return { kind: 'unparsed', start: at, end: at };
  }

  /** Returns the index behind the parameters that begin at a token, or -1. */
  parametersEnd(from: number): number {
    const first = this.tokens[from];
    if (first?.kind === 'name') return from + 1;
    if (!this.is('(', from)) return -1;
    let open = 0;
    const last = Math.min(this.tokens.length, from + PARAMETERS_MAX);
    for (let at = from; at < last; at += 1) {
      if (this.is('(', at)) open += 1;
      else if (this.is(')', at)) open -= 1;
      if (open === 0) return at + 1;
    }
    return -1;
  }

  /** True when the statement has as many nodes as one may have. */
  get isSpent(): boolean {
    return this.nodes >= EXPR_LIMITS.nodesMax;
  }

  /** Skips what lies beyond the limits: a bracket with its content, or one token. */
  skipped(): Expr {
    const start = this.tokens[this.at]?.start ?? this.length;
    let open = 0;
    while (this.at < this.tokens.length) {
      const { kind, value } = this.tokens[this.at]!;
      if (kind === 'sign' && /^[([{]$/.test(value)) open += 1;
      else if (kind === 'sign' && /^[)\]}]$/.test(value)) {
        if (open === 0) break;
        open -= 1;
      } else if (open === 0 && kind === 'sign' && /^[,;]$/.test(value)) break;
      this.at += 1;
    }
    this.nodes += 1;
    return { kind: 'unparsed', ...this.from(start) };
  }
}
