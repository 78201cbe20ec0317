/** A part of a path that begins at the root: `Path.Combine` returns it and throws away the parts before it. */
import type { Expr } from '../../model/expr.ts';
import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { briefQuote } from '../../patterns/uipath/constants/text-failures.ts';
import { valueInWorkflow } from '../../patterns/uipath/workflow-values.ts';
import { qualifiedName } from '../../semantics/callee.ts';
import type { ExprValue } from '../../semantics/value.ts';
import { defineRule } from '../define-rule.ts';

const COMBINE = /^(?:(?:system\.)?io\.)?path\.combine$/i;
/** `\orders` and `/orders`; two of them begin a share. */
const AT_ROOT = /^[\\/](?![\\/])/;
/** A whole path, which its author knows to be one. */
const WHOLE = /^(?:[a-z]:[\\/]|\\\\)/i;

/** Returns the text that a value begins with in every run. */
function beginning(value: ExprValue): string | undefined {
  if (value.kind === 'constant') return value.type === 'text' ? value.text : undefined;
  const [first] = value.kind === 'joined' ? value.parts : [];
  return first?.kind === 'constant' ? first.text : undefined;
}

export const rule = defineRule('UIP-REL-056', {
  level: 'callSite',
  callees: ['combine'],
  *check({ call, at }, { workflow }) {
    if (call.kind === 'new' || !COMBINE.test(qualifiedName(call.callee))) return;
    const textOf = (tree: Expr) => beginning(valueInWorkflow(workflow, { ...at, tree }));
    for (const { value } of call.args.slice(1)) {
      const text = textOf(value);
      if (text === undefined || !(AT_ROOT.test(text) || WHOLE.test(text))) continue;
      // Nothing is lost behind an empty text.
      if (call.args.length === 2 && textOf(call.args[0]!.value) === '') continue;
      const message = `In ${expressionTitle(workflow, at)} Path.Combine throws away what stands before ${briefQuote(text)}.`;
      const problem = { at, message, subject: `${at.name} ${text}` };
      yield WHOLE.test(text) ? { ...problem, severity: 'low' } : problem;
    }
  },
});
