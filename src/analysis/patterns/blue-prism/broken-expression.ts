/** Blue Prism expressions that cannot be evaluated. */
import type { Expression } from '../../model/workflow.ts';
import { walk } from '../../semantics/visit.ts';

/** Longer expressions are not parsed to their end. */
const LENGTH_MAX = 2_000;
const [QUOTE, OPEN, CLOSE] = [0x22, 0x5b, 0x5d];
const [PARENTHESIS, END_PARENTHESIS] = [0x28, 0x29];
/** Kind of the last sign; a word is a function, a number or an operator such as `And`. */
type Read = 'operand' | 'operator' | 'word' | 'nothing';

/** Characters of operators; `-`, `+`, `<` and `>` may follow another. */
const OPERATORS = new Set(Array.from('&=*/^<>+-', (sign) => sign.charCodeAt(0)));
const FOLLOWS_OPERATOR = new Set(Array.from('<>=+-', (sign) => sign.charCodeAt(0)));

/**
 * Returns whether an expression is not like one: signs without a pair, an operator at its end, or two operands in a row. A
 * cheap check before the tree, which nothing else needs of most expressions.
 */
function looksBroken({ raw, text }: Expression): boolean {
  const [start, end] = raw === undefined ? [0, text.length] : [raw.start, raw.end];
  let last: Read = 'nothing';
  let depth = 0;
  let closer = 0;
  for (let at = start; at < end; at += 1) {
    const code = raw === undefined ? text.charCodeAt(at) : raw.bytes[at]!;
    if (closer !== 0) {
      if (code === closer) closer = 0;
    } else if (code === QUOTE || code === OPEN) {
      // A doubled quotation mark in a text looks like two texts in a row.
      if (code === OPEN && last === 'operand') return true;
      closer = code === QUOTE ? QUOTE : CLOSE;
      last = 'operand';
    } else if (code === PARENTHESIS) {
      depth += 1;
      last = 'nothing';
    } else if (code === END_PARENTHESIS) {
      depth -= 1;
      last = 'operand';
    } else if (OPERATORS.has(code)) {
      if ((last === 'operator' || last === 'nothing') && !FOLLOWS_OPERATOR.has(code)) return true;
      last = 'operator';
    } else if (code > 0x20) last = 'word';
    if (depth < 0) return true;
  }
  return closer !== 0 || depth !== 0 || last === 'operator';
}

/** Returns whether an expression is incomplete or has another error of its syntax. */
export function isBroken(expression: Expression): boolean {
  if (!looksBroken(expression) || expression.text.length > LENGTH_MAX) return false;
  for (const { kind } of walk(expression.tree)) if (kind === 'unparsed') return true;
  return false;
}
