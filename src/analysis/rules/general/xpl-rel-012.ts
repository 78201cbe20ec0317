/** Finds conditions that compare something with itself, or test the same twice. */
import type { Expr } from '../../model/expr.ts';
import type { Expression } from '../../model/workflow.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

const TYPES = ['If', 'IfElseIfBlock', 'FlowDecision', 'While', 'DoWhile', 'Decision', 'LoopWhile'];
/** Settings with the conditions of these activities. */
const CONDITION = /^(?:Condition|ElseIf \d+|expression)$/;
const COMPARES: ReadonlySet<string> = new Set(['=', '==', '<>', '!=', '<', '<=', '>', '>=']);
const JOINS: ReadonlySet<string> = new Set(['and', 'andalso', '&&', 'or', 'orelse', '||']);
type BinaryNode = Extract<Expr, { kind: 'binary' }>;
/** Calls that give something else each time. */
const CHANGES = /\b(?:rnd|random|next|movenext|read\w*)\s*\(/i;

/**
 * Returns the operands of `a And b And c`.
 * @param inner chains in longer ones, which this adds to
 */
function operandsOf(node: BinaryNode, inner: Set<Expr>): Expr[] {
  const operands = [node.right];
  let { left } = node;
  for (; left.kind === 'binary' && left.operator === node.operator; left = left.left) {
    inner.add(left);
    operands.push(left.right);
  }
  return [...operands, left];
}

/** Returns whether an operand stands on both sides of an operator, or twice in a chain of one. */
function repeats({ text, tree }: Expression): boolean {
  // As it is written: texts that differ in case or blanks are different ones.
  const sourceOf = ({ start, end }: Expr): string => text.slice(start, end);
  const inner = new Set<Expr>();
  for (const node of walk(tree)) {
    if (node.kind !== 'binary' || inner.has(node)) continue;
    const isJoin = JOINS.has(node.operator);
    if (!isJoin && !COMPARES.has(node.operator)) continue;
    const operands = isJoin ? operandsOf(node, inner) : [node.left, node.right];
    const known = new Set<string>();
    for (const operand of operands) {
      const source = sourceOf(operand);
      if (known.has(source) && operand.kind !== 'literal' && !CHANGES.test(source)) return true;
      known.add(source);
    }
  }
  return false;
}

export const rule = defineRule('XPL-REL-012', {
  level: 'activity',
  types: TYPES,
  *check(activity, { workflow }) {
    for (const at of activity.properties) {
      if (!CONDITION.test(at.name) || at.expression === undefined) continue;
      // The rules for fixed outcomes say so, but for those of variables in desktop flows.
      if (workflow.platform !== 'power-automate' && constantCondition(at) !== undefined) continue;
      if (!repeats(at.expression)) continue;
      const message = `The condition of "${activity.name}" has the same operand on both sides of an operator.`;
      yield { at, subject: at.name.toLowerCase(), message };
    }
  },
});
