/** Expressions of another language than the workflow's. */
import type { Expr } from '../../model/expr.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Nodes that only an expression has: `[name]` may be the form in which Studio keeps a bare reference. */
const COMPUTES: ReadonlySet<Expr['kind']> = new Set([
  'binary',
  'call',
  'new',
  'member',
  'conditional',
  'interpolation',
  'unary',
]);
const TYPOGRAPHIC = /[\u2018\u2019\u201c\u201d]/;

const VISUAL_BASIC = 'is an expression of Visual Basic';
const TYPOGRAPHIC_MARKS = 'has typographic quotation marks, which delimit no text in C#';

function problemOf(workflow: Workflow, expression: Expression): string | undefined {
  const step = workflow.activities[expression.owner];
  // Code names its language itself.
  if (step?.type === 'InvokeCode' && expression.name === 'Code') return undefined;
  if (expression.language === 'visual-basic')
    return COMPUTES.has(expression.tree.kind) ? VISUAL_BASIC : undefined;
  const isBroken =
    TYPOGRAPHIC.test(expression.text) &&
    expression.tokens.some(({ kind, text }) => kind !== 'string' && TYPOGRAPHIC.test(text));
  return isBroken ? TYPOGRAPHIC_MARKS : undefined;
}

// In Visual Basic the same marks are quotation marks of the language, and real files use them.
export const rule = defineRule('UIP-REL-048', {
  level: 'expression',
  *check(expression, { workflow }) {
    if (workflow.language !== 'csharp') return;
    const what = problemOf(workflow, expression);
    if (what === undefined) return;
    const name = workflow.activities[expression.owner]?.name ?? workflow.name;
    const message = `"${expression.name}" of "${name}" ${what}: the workflow is in C# and does not compile.`;
    // The file as a whole is in the wrong language, or was written in an editor of texts: that is one mistake.
    yield { at: expression, subject: expression.name, message, group: what };
  },
});
