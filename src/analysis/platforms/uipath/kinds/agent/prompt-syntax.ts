/** Prompts of agents: texts with holes such as `{{input.ticket}}`. */
import { EXPR_LIMITS, type Expr } from '../../../../model/expr.ts';
import type { Token } from '../../../../model/workflow.ts';
import type { ExpressionSyntax } from '../../../expression-syntax.ts';

/** One hole, or the text up to the next one. */
interface Piece {
  readonly isHole: boolean;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longer texts between braces are no names of inputs. */
const HOLE_MAX = 200;

/** Returns the pieces of a prompt in order. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let at = text.indexOf('{{');
  let end = -1;
  while (at !== -1) {
    // The next end is looked for once, however many beginnings stand before it.
    if (end < at + 2) end = text.indexOf('}}', at + 2);
    if (end === -1) break;
    const inside = text.slice(at + 2, Math.min(end, at + 2 + HOLE_MAX));
    const isHole = end - at - 2 <= HOLE_MAX && /^\s*[\w$.[\]-]+\s*$/.test(inside);
    if (isHole) {
      if (at > from) pieces.push({ isHole: false, text: text.slice(from, at), start: from, end: at });
      pieces.push({ isHole: true, text: inside.trim(), start: at, end: end + 2 });
      from = end + 2;
      at = text.indexOf('{{', from);
    } else at = text.indexOf('{{', at + 2);
  }
  if (from < text.length)
    pieces.push({ isHole: false, text: text.slice(from), start: from, end: text.length });
  return pieces;
}

function partOf({ isHole, text, start, end }: Piece): Expr {
  return isHole
    ? { kind: 'reference', name: text, isMarked: true, start, end }
    : { kind: 'literal', type: 'text', value: text, start, end };
}

/** Syntax of a prompt: a join of its fixed texts and the inputs in its holes. */
export const promptSyntax: ExpressionSyntax = {
  language: 'javascript',
  tokens: (text) =>
    piecesOf(text).map((piece): Token => ({ kind: piece.isHole ? 'symbol' : 'string', text: piece.text })),
  mentions: (tokens) => [
    ...new Set(
      tokens.filter(({ kind }) => kind === 'symbol').map(({ text }) => text.split(/[.[]/, 2).join('.')),
    ),
  ],
  literal: (tokens) => (tokens.length === 1 && tokens[0]!.kind === 'string' ? tokens[0]!.text : undefined),
  tree(text) {
    const pieces = piecesOf(text);
    const parts = pieces.slice(0, EXPR_LIMITS.nodesMax - 2).map(partOf);
    const rest = pieces[parts.length];
    if (rest !== undefined) parts.push({ kind: 'unparsed', start: rest.start, end: text.length });
    return { kind: 'interpolation', parts, start: 0, end: text.length };
  },
};
