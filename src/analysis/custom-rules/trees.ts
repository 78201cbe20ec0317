/** Trees of expressions in conditions of custom rules, and their values, for steps that grow with them. */
import { EXPR_LIMITS, type Expr } from '../model/expr.ts';
import type { Expression } from '../model/workflow.ts';
import { valueInFlow } from '../patterns/power-automate/flow-values.ts';
import { constantText } from '../semantics/value.ts';
import { burn } from './fuel.ts';
import type { EvaluationFrame } from './member.ts';

/** Characters of an expression that one step reads. */
const CHARACTERS_PER_STEP = 16;

function charge(characters: number, { fuel }: EvaluationFrame): void {
  burn(fuel, 1 + Math.trunc(Math.min(characters, EXPR_LIMITS.nodesMax) / CHARACTERS_PER_STEP));
}

/** Returns the tree of an expression. @throws Error if fewer steps are left */
export function chargedTree(expression: Expression, frame: EvaluationFrame): Expr {
  charge(expression.text.length, frame);
  return expression.tree;
}

/**
 * Returns what a part of an expression is in each run; undefined when the run decides.
 * @throws Error if fewer steps are left
 */
export function fixedValue(tree: Expr, frame: EvaluationFrame): string | undefined {
  if (tree.kind === 'literal') return tree.value;
  charge(tree.end - tree.start, frame);
  if (frame.workflow.language !== 'workflow-definition') return constantText(tree);
  const value = valueInFlow(frame.workflow, tree);
  return value.kind === 'constant' ? value.plain : undefined;
}
