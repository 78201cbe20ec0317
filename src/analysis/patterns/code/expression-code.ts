/** The code of expressions in a form that one pattern fits, whatever its layout and language. */
import { isLive } from '../../model/navigate.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { compactCode } from '../blue-prism/stage-code.ts';

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

/** An expression and its code. */
export interface Code {
  readonly at: Expression;
  readonly code: string;
}

/** The code of every expression that can run and has a keyword in it. */
export function* liveCodeWith(workflow: Workflow, keyword: RegExp): Generator<Code> {
  for (const at of workflow.expressions) {
    const activity = workflow.activities[at.owner];
    const code = activity === undefined || isLive(activity) ? codeWithKeyword(at, keyword) : undefined;
    if (code !== undefined) yield { at, code };
  }
}

/** For messages: `the code of "Clean Up"`, `"Value" of "Assign"`. */
export function expressionTitle(workflow: Workflow, { owner, name }: Expression): string {
  const activity = workflow.activities[owner];
  if (activity === undefined) return `"${name}"`;
  return name === 'Code' ? `the code of "${activity.name}"` : `"${name}" of "${activity.name}"`;
}
