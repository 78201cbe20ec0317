/** Constants in the trees of expressions. */
import type { Expr } from '../model/expr.ts';
import { walk } from './visit.ts';

/** Returns the text of a node that is a fixed text. */
export const literalText = (node: Expr | undefined): string | undefined =>
  node?.kind === 'literal' && node.type === 'text' ? node.value : undefined;

/** Yields the texts in a tree. */
export function* textsIn(tree: Expr): Generator<string> {
  for (const node of walk(tree)) if (node.kind === 'literal' && node.type === 'text') yield node.value;
}

/** Yields the texts and the names of members in a tree: data are read by either. */
export function* namesIn(tree: Expr): Generator<string> {
  for (const node of walk(tree)) {
    if (node.kind === 'member') yield node.name;
    else if (node.kind === 'literal' && node.type === 'text') yield node.value;
  }
}

/** Returns whether a node is the constant False. */
export const isFalse = (node: Expr): boolean =>
  node.kind === 'literal' && node.type === 'boolean' && /^false$/i.test(node.value);
