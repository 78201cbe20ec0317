/** Values of expressions in a UiPath workflow: through text variables that only assignments and defaults fill. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Expression, Value, Variable, Workflow } from '../../model/workflow.ts';
import { DOT_NET, dotNetValue } from '../../semantics/functions/dot-net.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { choiceOf, constant, constantTexts, type ExprValue, exprValue } from '../../semantics/value.ts';
import { secretReadBy } from '../secrets/secret-read.ts';
import { textWrites } from './own-values.ts';

/** Most variables that a value is taken through. */
const DEPTH_MAX = 10;

/** Values of variables, each computed once; one that depends on itself is unknown. */
class VariableValues {
  readonly #workflow: Workflow;
  readonly #known = new Map<Variable, ExprValue | undefined>();
  #depth = 0;

  constructor(workflow: Workflow) {
    this.#workflow = workflow;
  }

  of(tree: Expr, owner: number): ExprValue {
    return exprValue(tree, {
      ...DOT_NET,
      resolve: (part) => (part.kind === 'reference' ? this.#named(part.name, owner) : undefined),
    });
  }

  #named(name: string, owner: number): ExprValue | undefined {
    const table = symbolTable(this.#workflow);
    const find = (key: string) => resolveSymbol(this.#workflow, table, key, owner);
    const variable = find(name) ?? find(name.toLowerCase());
    if (variable === undefined || this.#known.has(variable) || this.#depth >= DEPTH_MAX)
      return variable && this.#known.get(variable);
    this.#known.set(variable, undefined);
    this.#depth += 1;
    const value = this.#written(variable);
    this.#depth -= 1;
    this.#known.set(variable, value);
    return value;
  }

  #written(variable: Variable): ExprValue | undefined {
    const writes = textWrites(this.#workflow).get(variable);
    if (writes === undefined || writes.isOpen) return undefined;
    // An empty start value is no value: the later assignment counts.
    const values = writes.values.filter(({ text }) => text !== '' && text !== '""');
    return choiceOf(
      values.map(({ expression, text }) =>
        expression === undefined ? constant(text) : this.of(expression.tree, expression.owner),
      ),
    );
  }
}

const valuesOf = derived((workflow: Workflow) => new VariableValues(workflow));

/** Returns the value of an expression in its workflow. */
export function valueInWorkflow(workflow: Workflow, { tree, owner }: Expression): ExprValue {
  return valuesOf(workflow).of(tree, owner);
}

/**
 * Returns the fixed texts that a setting can hold. A variable with the name of a secret is not followed: UIP-SEC-002
 * reports it where it is filled.
 */
export function heldTexts(workflow: Workflow, setting: Value): readonly string[] {
  const { expression } = setting;
  const literal = literalOf(setting);
  if (literal !== undefined || expression === undefined) return literal === undefined ? [] : [literal];
  const isNamed = secretReadBy(expression.tree) !== undefined;
  return [...constantTexts(isNamed ? dotNetValue(expression.tree) : valueInWorkflow(workflow, expression))];
}
