/** Patterns of custom rules, which take memory when they are compiled. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { CustomRule } from '../model/policy.ts';
import { parseExpression } from './expression.ts';

/** Returns the patterns in a rule's condition, without those of its parameters. @throws ExpressionError */
export function patternsOfRule(rule: CustomRule): readonly string[] {
  // Most conditions have none.
  return rule.where.includes('matches') ? [...patternsIn(parseExpression(rule, rule.where, ['bool']))] : [];
}

function* patternsIn(part: unknown): Generator<string> {
  if (Array.isArray(part)) for (const inner of part) yield* patternsIn(inner);
  if (!isNode(part)) return;
  if (part.op === 'rcall' && part.args[0] === 'matches') {
    const [pattern] = part.args[2];
    if (pattern?.op === 'value' && typeof pattern.args === 'string') yield pattern.args;
  }
  yield* patternsIn(part.args);
}

const isNode = (part: unknown): part is ASTNode => typeof part === 'object' && part !== null && 'op' in part;
