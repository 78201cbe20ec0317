/** Symbols of an A360 bot: which variables hold outside data, constants or secrets. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Value, Variable, Workflow } from '../../model/workflow.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { constant, exprValue } from '../../semantics/value.ts';
import { walk } from '../../semantics/visit.ts';

/** Types whose values are no free text. */
const HARMLESS = new Set(['NUMBER', 'BOOLEAN', 'DATETIME']);
/** The product's own variables (`$System:…$`) and the global values of the Control Room (`$@name$`): administrators set them. */
const ADMINISTERED = /^(?:system:|@)/i;

/** Facts about the variables of one bot. */
export interface BotSymbols {
  /** Returns the declaration behind a key. */
  declared(key: string): Variable | undefined;
  /** Returns the names of the variables in pieces of a text whose own text can be anything, each once. */
  open(pieces: readonly Expr[]): string[];
  /** Returns the constant text of a value: a literal, or text whose variables hold their defaults. */
  fixed(value: Value | undefined): string | undefined;
  /** Returns the first variable or key of a record (`$dLogin{Password}$`) with a secret's name and readable text. */
  secret(pieces: readonly Expr[]): string | undefined;
}

/** Collects the keys of variables that commands write. */
export const writtenKeys = derived((workflow: Workflow): ReadonlySet<string> => {
  const written = new Set<string>();
  for (const { properties } of workflow.activities) {
    for (const { direction, expression } of properties) {
      if (direction === 'out') for (const key of expression?.mentions ?? []) written.add(key);
    }
  }
  return written;
});

const NO_FUNCTIONS = new Map<string, never>();

/** Fills in the variables of an expression; undefined when one is unknown. */
function filledIn(tree: Expr, textOf: (key: string) => string | undefined): string | undefined {
  const value = exprValue(tree, {
    functions: NO_FUNCTIONS,
    resolve(node) {
      const text = node.kind === 'reference' ? textOf(node.name.toLowerCase()) : undefined;
      return text === undefined ? undefined : constant(text);
    },
  });
  return value.kind === 'constant' ? value.text : undefined;
}

/** Returns the names of the variables in a tree, in the order of the text. */
export function variablesIn(tree: Expr): string[] {
  const names: string[] = [];
  for (const node of walk(tree)) if (node.kind === 'reference') names.push(node.name);
  return names;
}

/** Yields the names of variables and of keys in records, in the order of the text. */
function* namesOf(pieces: readonly Expr[]): Generator<{ readonly name: string; readonly isKey: boolean }> {
  const keys = new Set<Expr>();
  for (const piece of pieces)
    for (const node of walk(piece)) {
      if (node.kind === 'index') for (const { value } of node.args) keys.add(value);
      else if (node.kind === 'reference') yield { name: node.name, isKey: false };
      else if (node.kind === 'literal' && keys.has(node)) yield { name: node.value, isKey: true };
    }
}

/** Collects the symbols of a bot once for all checks. */
export const botSymbols = derived((workflow: Workflow): BotSymbols => {
  let writtenOnce: ReadonlySet<string> | undefined;
  const isWritten = (key: string): boolean => {
    writtenOnce ??= writtenKeys(workflow);
    return writtenOnce.has(key);
  };
  const variables = new Map<string, Variable>();
  for (const argument of workflow.arguments) variables.set(argument.key, argument);
  const inputs = new Set(
    workflow.arguments.filter(({ direction }) => direction !== 'out').map(({ key }) => key),
  );
  for (const variable of workflow.variables) variables.set(variable.key, variable);

  function constantOf(key: string): string | undefined {
    const variable = inputs.has(key) || isWritten(key) ? undefined : variables.get(key);
    return literalOf(variable?.default) || undefined;
  }

  return {
    declared: (key) => variables.get(key),
    open: (pieces) =>
      [...new Set(pieces.flatMap(variablesIn))].filter((name) => {
        const key = name.toLowerCase();
        return (
          !ADMINISTERED.test(name) &&
          !HARMLESS.has(variables.get(key)?.type ?? '') &&
          constantOf(key) === undefined
        );
      }),
    fixed(value) {
      return literalOf(value) ?? (value?.expression && filledIn(value.expression.tree, constantOf));
    },
    secret(pieces) {
      for (const { name, isKey } of namesOf(pieces))
        if (secretness(name) !== 'no' && (isKey || variables.get(name.toLowerCase())?.secure !== true))
          return name;
      return undefined;
    },
  };
});
