/** Statements of code. */
import type { Expr } from '../model/expr.ts';
import { openAll } from './visit.ts';

/** Yields the statements in the order of the text, without the comments and the words between them. */
export function* statementsIn(tree: Expr): Generator<Expr> {
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const parts = next.kind === 'unparsed' ? (next.parts ?? []) : [];
    if (parts.length === 0) yield next;
    openAll(parts, open);
  }
}
