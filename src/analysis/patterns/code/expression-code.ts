/** Expression code in a compact form that one pattern fits, for every layout and language. */
import { isAnchorLive } from '../../model/navigate.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { compactCode } from './compact-code.ts';

/**
 * Returns code without comments, with every text as `""` and a space only between words: `x.Load("");New Reader`.
 * Undefined when it has no keyword, so that the lexer only works on candidates.
 */
export function codeWithKeyword(expression: Expression, keyword: RegExp): string | undefined {
  if (!keyword.test(expression.text)) return undefined;
  return compactCode(
    expression.tokens.map((token) => (token.kind === 'string' ? { kind: token.kind, text: '' } : token)),
  );
}

/** Yields every live expression that has a keyword in it. */
export function* liveExpressionsWith(workflow: Workflow, keyword: RegExp): Generator<Expression> {
  for (const expression of workflow.expressions)
    if (keyword.test(expression.text) && isAnchorLive(workflow, expression)) yield expression;
}

/** Returns a title for messages: `the code of "Clean Up"`, `"Value" of "Assign"`. */
export function expressionTitle(workflow: Workflow, { owner, name }: Expression): string {
  const activity = workflow.activities[owner];
  if (activity === undefined) return `"${name}"`;
  return name === 'Code' ? `the code of "${activity.name}"` : `"${name}" of "${activity.name}"`;
}
