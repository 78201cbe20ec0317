/** The code of an expression in a form that one pattern fits, whatever its layout and language. */
import type { Expression, Workflow } from '../../model/workflow.ts';
import { compactCode } from './stage-code.ts';

/**
 * Code without comments, with every text as `""` and a space only between words: `x.Load("");New Reader`. Undefined
 * when no keyword is in it, so that the lexer has work only where something can be found.
 */
export function codeWithKeyword(expression: Expression, keyword: RegExp): string | undefined {
  if (!keyword.test(expression.text)) return undefined;
  return compactCode(
    expression.tokens.map((token) => (token.kind === 'string' ? { kind: token.kind, text: '' } : token)),
  );
}

/** For messages: `the code of "Clean Up"`, `"Value" of "Assign"`. */
export function expressionTitle(workflow: Workflow, { owner, name }: Expression): string {
  const activity = workflow.activities[owner];
  if (activity === undefined) return `"${name}"`;
  return name === 'Code' ? `the code of "${activity.name}"` : `"${name}" of "${activity.name}"`;
}
