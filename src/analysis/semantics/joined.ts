/** Texts that an expression joins from pieces. */
import type { Expr } from '../model/expr.ts';
import { walk } from './visit.ts';

const isJoin = (tree: Expr): boolean =>
  tree.kind === 'interpolation' ||
  (tree.kind === 'binary' && (tree.operator === '&' || tree.operator === '+'));

/** Returns the joined pieces in the order of the text; what joins nothing is its only piece. */
export function piecesOf(tree: Expr): readonly Expr[] {
  const pieces: Expr[] = [];
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJoin(next)) pieces.push(next);
    else if (next.kind === 'binary') open.push(next.right, next.left);
    else if (next.kind === 'interpolation') open.push(...next.parts.toReversed());
  }
  return pieces;
}

/** Returns a fixed text, also one that is joined from fixed pieces; undefined when a piece is computed. */
export function constantText(tree: Expr): string | undefined {
  let text = '';
  for (const piece of piecesOf(tree)) {
    if (piece.kind !== 'literal' || piece.type !== 'text') return undefined;
    text += piece.value;
  }
  return text;
}

/** Returns whether an expression joins something to a fixed text, anywhere in it. */
export function joinsText(tree: Expr): boolean {
  let joins = false;
  let hasText = false;
  for (const node of walk(tree)) {
    joins ||= isJoin(node);
    hasText ||= node.kind === 'literal' && node.type === 'text';
  }
  return joins && hasText;
}
