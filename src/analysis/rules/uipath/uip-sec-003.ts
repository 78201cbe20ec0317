/** A workflow turns a SecureString into plain text. */
import type { Expr } from '../../model/expr.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { isOnlyTakenAsText, takesPassword } from '../../patterns/uipath/plain-password.ts';
import { isCallOf, lastName } from '../../semantics/callee.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

const UNWRAPS = /^(?:securestringto(?:bstr|globalalloc|cotaskmem|plain)|ptrtostring(?:bstr|uni|auto|ansi)$)/i;

/** Returns how code unwraps a SecureString, in words; undefined when it does not. */
function unwrapping(tree: Expr): string | undefined {
  /** Names that were given a credential, and nodes that are written to. */
  const credentials = new Set<string | undefined>();
  const written = new Set<Expr>();
  let readsPassword = false;
  for (const node of walk(tree)) {
    const name = lastName(node);
    if (name !== undefined && UNWRAPS.test(name)) return name;
    if (node.kind === 'binary' && node.operator === '=') {
      written.add(node.left);
      if (isCallOf(node.right, 'networkcredential')) credentials.add(lastName(node.left)?.toLowerCase());
    } else if (node.kind === 'member' && node.object !== null && !written.has(node)) {
      const owner = lastName(node.object)?.toLowerCase();
      const isCredential =
        owner === undefined ? isCallOf(node.object, 'networkcredential') : credentials.has(owner);
      readsPassword ||= isCredential && node.name.toLowerCase() === 'password';
    }
  }
  return readsPassword ? 'NetworkCredential(…).Password' : undefined;
}

/** Returns whether the plain text goes no further than into settings that take a password as text. */
function staysInSettings(workflow: Workflow, { owner, name }: Expression): boolean {
  const activity = workflow.activities[owner];
  if (activity?.role !== 'assign') return takesPassword({ name });
  const target = propertyOf(activity, 'To')?.expression;
  const key = target?.tokens.length === 1 ? target.mentions[0] : undefined;
  const variable = key === undefined ? undefined : resolveSymbol(workflow, symbolTable(workflow), key, owner);
  return variable !== undefined && !('direction' in variable) && isOnlyTakenAsText(workflow, variable);
}

export const rule = defineRule('UIP-SEC-003', {
  level: 'expression',
  words: ['networkcredential', 'securestringto', 'ptrtostring'],
  *check(expression, { workflow, options }) {
    const how = unwrapping(expression.tree);
    if (how === undefined) return;
    const activity = workflow.activities[expression.owner];
    const consumer = `${activity?.type}.${expression.name.split('.', 1)[0]}`;
    if (options.allowedConsumers.includes(consumer)) return;
    const where = activity === undefined ? `"${expression.name}"` : `"${activity.name}", ${expression.name},`;
    yield {
      at: expression,
      message: `${where} turns a SecureString into plain text with ${how}.`,
      subject: expression.name,
      ...(staysInSettings(workflow, expression) ? { severity: 'medium' } : {}),
    };
  },
});
