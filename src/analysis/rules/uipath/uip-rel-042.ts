/** An expression reads a variable that is declared elsewhere, and not around it. */
import type { Expr } from '../../model/expr.ts';
import { isAnchorLive } from '../../model/navigate.ts';
import type { Expression, Variable } from '../../model/workflow.ts';
import { resolveSymbol, type SymbolTable, symbolTable } from '../../semantics/symbols.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Names of a query of Visual Basic are its own variables. */
const QUERY = new Set(['from', 'aggregate', 'let', 'into']);

/** Returns the first symbol of a name in any scope. */
function declaredAs(table: SymbolTable, key: string): Variable | undefined {
  const found = table.get(key);
  return found instanceof Map ? found.values().next().value : found;
}

/**
 * Returns whether an expression reads a variable of a name. Types and namespaces have names of variables too, `Path` and
 * `path`, so that only an exact name with a small first letter counts in front of a member.
 */
function reads({ tree, tokens }: Expression, { name }: Variable): boolean {
  if (tokens.length === 1) return true;
  if (!/^\p{Ll}/u.test(name) || tokens.some(({ text }) => QUERY.has(text.toLowerCase()))) return false;
  const own = new Set<string>();
  let isRead = false;
  for (const node of walk(tree)) {
    if (node.kind === 'lambda') for (const parameter of node.parameters) own.add(parameter);
    isRead ||= objectOf(node)?.name === name;
  }
  return isRead && !own.has(name);
}

function objectOf(node: Expr): Extract<Expr, { kind: 'reference' }> | undefined {
  const object = node.kind === 'member' || node.kind === 'index' ? node.object : undefined;
  return object?.kind === 'reference' ? object : undefined;
}

export const rule = defineRule('UIP-REL-042', {
  level: 'workflow',
  // The compiler reports it.
  notIn: ['uipath-coded-workflow'],
  wants: 'variables',
  *check(workflow) {
    const table = symbolTable(workflow);
    for (const expression of workflow.expressions) {
      const { owner, mentions, name } = expression;
      if (owner < 0 || name === 'Code' || !isAnchorLive(workflow, expression)) continue;
      for (const key of mentions) {
        const symbol = declaredAs(table, key);
        if (
          symbol === undefined ||
          !symbol.enabled ||
          resolveSymbol(workflow, table, key, owner) !== undefined
        )
          continue;
        if (!reads(expression, symbol)) continue;
        const step = workflow.activities[owner]!;
        const scope = workflow.activities[symbol.owner]?.name ?? workflow.name;
        const message = `"${step.name}" uses "${symbol.name}", which exists only in "${scope}": the workflow does not compile.`;
        yield { at: expression, subject: `${symbol.name} in ${name}`, message };
      }
    }
  },
});
