/** Texts that an expression joins from pieces. */
import type { Expr } from '../model/expr.ts';
import { qualifiedName } from './callee.ts';
import { childNodes, openAll, walk } from './visit.ts';

/** Functions that join their arguments; `list.Concat(other)` joins no texts. */
const JOINS = /^(?:(?:system\.)?string\.)?concat$/i;

/** Returns whether an expression joins texts; `+` may add numbers, too. */
export function isJoin(tree: Expr): boolean {
  if (tree.kind === 'binary') return tree.operator === '&' || tree.operator === '+';
  return tree.kind === 'interpolation' || (tree.kind === 'call' && JOINS.test(qualifiedName(tree.callee)));
}

/** Returns the joined pieces in the order of the text; what joins nothing is its only piece. */
export function piecesOf(tree: Expr): readonly Expr[] {
  const pieces: Expr[] = [];
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJoin(next)) pieces.push(next);
    else if (next.kind === 'binary') open.push(next.right, next.left);
    else if (next.kind === 'interpolation') open.push(...next.parts.toReversed());
    else if (next.kind === 'call') open.push(...next.args.map(({ value }) => value).toReversed());
  }
  return pieces;
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

/** Stands in a joined text for a piece that is computed. */
export const COMPUTED = '\ufffc';

/** A text in a tree, with the node that it is the whole of. */
interface JoinedText {
  readonly node: Expr;
  readonly text: string;
}

/** Yields the texts in a tree, joined pieces as one text, with a hole for each that is computed. */
export function* wholeTexts(tree: Expr): Generator<JoinedText> {
  const open: Expr[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'literal') {
      if (node.type === 'text') yield { node, text: node.value };
    } else if (isJoin(node)) {
      const pieces = piecesOf(node);
      yield {
        node,
        text: pieces.map((piece) => (piece.kind === 'literal' ? piece.value : COMPUTED)).join(''),
      };
      open.push(...pieces.filter(({ kind }) => kind !== 'literal').toReversed());
    } else openAll(childNodes(node), open);
  }
}

/** Yields each node that joins a text, anywhere in a tree; of one in another as a part of it only the outer one. */
export function* joinsIn(tree: Expr): Generator<Expr> {
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isJoin(next)) yield next;
    for (const piece of piecesOf(next).toReversed()) openAll(childNodes(piece), open);
  }
}
