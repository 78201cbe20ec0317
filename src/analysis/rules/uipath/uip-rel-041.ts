/**
 * Both sides of And and Or are computed in Visual Basic: what the left side tests, the right side reads in any case. Real
 * conditions test `IsNot Nothing`, a key or a count in front of the read.
 */
import type { Expr } from '../../model/expr.ts';
import { certainNodes, isNothing } from '../../patterns/uipath/unset/null-use.ts';
import { calledName } from '../../semantics/callee.ts';
import { defineRule } from '../define-rule.ts';

/** Operators that compute both sides, with those that join conditions in the same way. */
const JOINS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['and', new Set(['and', 'andalso'])],
  ['or', new Set(['or', 'orelse'])],
]);
const EMPTY = new Set(['isnullorempty', 'isnullorwhitespace', 'isnothing', 'isdbnull']);

/** A value that a condition makes sure of, in the text of the expression. */
interface Guarded {
  readonly value: Expr;
  /** Nothing must not be read; or the key must exist before the value is read by it. */
  readonly by: 'nothing' | 'key';
}

/** Returns what a condition guards when the rest is only wanted if it is true, or false for Or. */
function guardedBy(condition: Expr, isWanted: boolean): Guarded | undefined {
  if (condition.kind === 'unary' && condition.operator === 'not')
    return guardedBy(condition.operand, !isWanted);
  if (condition.kind === 'binary') {
    const { operator, left, right } = condition;
    const isSet = operator === (isWanted ? 'isnot' : 'is') || operator === (isWanted ? '<>' : '=');
    return isSet && isNothing(right) ? { value: left, by: 'nothing' } : undefined;
  }
  if (condition.kind !== 'call') return undefined;
  const name = calledName(condition);
  const [first] = condition.args;
  if (EMPTY.has(name) && !isWanted && first !== undefined) return { value: first.value, by: 'nothing' };
  const { callee } = condition;
  if (name !== 'containskey' || !isWanted || callee.kind !== 'member' || callee.object === null)
    return undefined;
  return { value: callee.object, by: 'key' };
}

/** Yields the conditions that operators of one kind join, the last one first. */
function* joinedConditions(tree: Expr, operators: ReadonlySet<string>): Generator<Expr> {
  let node = tree;
  for (; node.kind === 'binary' && operators.has(node.operator); node = node.left) yield node.right;
  yield node;
}

/** Returns what a node takes a part of: the object of a member or item. */
function readFrom(node: Expr, by: Guarded['by']): Expr | null {
  if (node.kind === 'index') return node.isOptional ? null : node.object;
  if (node.kind === 'call') return node.args.length > 0 || by === 'nothing' ? node.callee : null;
  return node.kind === 'member' && by === 'nothing' && !node.isOptional ? node.object : null;
}

export const rule = defineRule('UIP-REL-041', {
  level: 'expression',
  *check(expression, { workflow }) {
    if (expression.language !== 'visual-basic' || !/\b(?:and|or)\b/i.test(expression.text)) return;
    const written = (node: Expr): string =>
      expression.text.slice(node.start, node.end).replace(/\s/g, '').toLowerCase();
    for (const node of certainNodes(expression.tree)) {
      const operators = node.kind === 'binary' ? JOINS.get(node.operator) : undefined;
      if (node.kind !== 'binary' || operators === undefined) continue;
      for (const condition of joinedConditions(node.left, operators)) {
        const guarded = guardedBy(condition, node.operator === 'and');
        if (guarded === undefined) continue;
        const value = written(guarded.value);
        for (const part of certainNodes(node.right)) {
          const object = readFrom(part, guarded.by);
          if (object === null || written(object) !== value) continue;
          const step = workflow.activities[expression.owner]?.name ?? workflow.name;
          const text = expression.text.slice(guarded.value.start, guarded.value.end);
          const state = guarded.by === 'nothing' ? `"${text}" is Nothing` : `the key is not in "${text}"`;
          const wanted = node.operator === 'and' ? 'AndAlso' : 'OrElse';
          const message = `"${step}" fails if ${state}: the right side runs in any case; use ${wanted}.`;
          yield { at: expression, subject: text, message };
          return;
        }
      }
    }
  },
});
