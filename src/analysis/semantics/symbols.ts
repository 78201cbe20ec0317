/** Variables and arguments that a workflow uses; an inner scope can hide a name of an outer one. */

import { derived } from '../model/interning/derived.ts';
import type { Expression, Variable, Workflow } from '../model/workflow.ts';

/** Symbols by key. Where several scopes declare a key: owner of the scope → the symbol declared there. */
export type SymbolTable = ReadonlyMap<string, Variable | Map<number, Variable>>;

/** Builds the symbol table of every variable and argument, by key and scope. */
export const symbolTable = derived((workflow: Workflow): SymbolTable => {
  const table = new Map<string, Variable | Map<number, Variable>>();
  function add(symbol: Variable): void {
    const known = table.get(symbol.key);
    if (known === undefined) table.set(symbol.key, symbol);
    else if (known instanceof Map) known.set(symbol.owner, symbol);
    else {
      const scopes = new Map([[known.owner, known]]);
      table.set(symbol.key, scopes.set(symbol.owner, symbol));
    }
  }
  for (const symbol of workflow.arguments) add(symbol);
  for (const symbol of workflow.variables) add(symbol);
  return table;
});

/** Resolves a key at an activity: the declaration in the innermost container that has one. */
export function resolveSymbol(
  workflow: Workflow,
  table: SymbolTable,
  key: string,
  owner: number,
): Variable | undefined {
  const found = table.get(key);
  if (found === undefined) return undefined;
  if (!(found instanceof Map)) return isWithin(workflow, owner, found.owner) ? found : undefined;
  for (let at = owner; at >= 0; at = workflow.activities[at]!.parent) {
    const symbol = found.get(at);
    if (symbol !== undefined) return symbol;
  }
  return found.get(-1);
}

/** Returns whether an activity is in a scope, or is it; the scope of the workflow holds everything. */
function isWithin(workflow: Workflow, activity: number, scope: number): boolean {
  if (scope === -1) return true;
  let at = activity;
  while (at !== scope && at >= 0) at = workflow.activities[at]!.parent;
  return at === scope;
}

/**
 * Returns the declared symbols that an expression mentions, in its order; of `Collection.Field` the field comes first.
 */
export function mentionedSymbols(
  workflow: Workflow,
  table: SymbolTable,
  { owner, mentions }: Expression,
): Variable[] {
  return mentions.flatMap((key) => resolveSymbol(workflow, table, key, owner) ?? []);
}

/** Returns the symbols that any of the expressions mentions. */
export function symbolsUsedBy(workflow: Workflow, expressions: readonly Expression[]): ReadonlySet<Variable> {
  const used = new Set<Variable>();
  const count = workflow.arguments.length + workflow.variables.length;
  if (count === 0) return used;
  const table = symbolTable(workflow);
  for (const { owner, mentions } of expressions) {
    for (const key of mentions) {
      const symbol = resolveSymbol(workflow, table, key, owner);
      if (symbol !== undefined) used.add(symbol);
    }
    if (used.size === count) break;
  }
  return used;
}

/** Returns the symbols that a workflow mentions anywhere. */
export const usedSymbols = derived((workflow: Workflow) => symbolsUsedBy(workflow, workflow.expressions));
