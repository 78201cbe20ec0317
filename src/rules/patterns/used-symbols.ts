/** Which declared variables and arguments a workflow uses, where an inner scope can hide a name of an outer one. */
import type { Expression, Variable, Workflow } from '../../model/workflow.ts';
import { derived } from './derived.ts';

/** By key: owner of the scope → the symbol declared there. */
export type SymbolTable = ReadonlyMap<string, ReadonlyMap<number, Variable>>;

/** Every variable and argument, by key and scope. */
export const symbolTable = derived((workflow: Workflow): SymbolTable => {
  const table = new Map<string, Map<number, Variable>>();
  for (const symbol of [...workflow.arguments, ...workflow.variables]) {
    const scopes = table.get(symbol.key);
    if (scopes === undefined) table.set(symbol.key, new Map([[symbol.owner, symbol]]));
    else scopes.set(symbol.owner, symbol);
  }
  return table;
});

/** What a key means for an activity: the declaration in the innermost container that has one. */
export function resolveSymbol(
  workflow: Workflow,
  table: SymbolTable,
  key: string,
  owner: number,
): Variable | undefined {
  const scopes = table.get(key);
  if (scopes === undefined) return undefined;
  for (let at = owner; at >= 0; at = workflow.activities[at]!.parent) {
    const symbol = scopes.get(at);
    if (symbol !== undefined) return symbol;
  }
  return scopes.get(-1);
}

/** The declared symbols that an expression mentions, in its order; of `Collection.Field` the field comes first. */
export function mentionedSymbols(
  workflow: Workflow,
  table: SymbolTable,
  { owner, mentions }: Expression,
): Variable[] {
  return mentions.flatMap((key) => resolveSymbol(workflow, table, key, owner) ?? []);
}

/** The symbols that any of the expressions mentions. */
export function symbolsUsedBy(workflow: Workflow, expressions: readonly Expression[]): ReadonlySet<Variable> {
  const table = symbolTable(workflow);
  const used = new Set<Variable>();
  for (const { owner, mentions } of expressions) {
    for (const key of mentions) {
      const symbol = resolveSymbol(workflow, table, key, owner);
      if (symbol !== undefined) used.add(symbol);
    }
  }
  return used;
}

/** The symbols that a workflow mentions anywhere. */
export const usedSymbols = derived((workflow: Workflow) => symbolsUsedBy(workflow, workflow.expressions));
