/** Values of expressions in a Power Automate flow: through variables, Compose actions and defaults of parameters. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Value, Workflow } from '../../model/workflow.ts';
import { WORKFLOW_DEFINITION_FUNCTIONS } from '../../semantics/functions/workflow-definition.ts';
import { choiceOf, constant, type ExprValue, exprValue, type ValueReading } from '../../semantics/value.ts';
import { actionsOf } from './flow-keys.ts';
import { readOf, readsOwnSecret } from './flow-reads.ts';
import { writesOf } from './flow-writes.ts';

/** Most variables and Compose actions that a value is taken through. */
const DEPTH_MAX = 10;

/** Settings that give a variable its values; undefined for a value that the file does not show. */
const sourcesOf = derived((workflow: Workflow): ReadonlyMap<string, readonly (Value | undefined)[]> => {
  const sources = new Map<string, (Value | undefined)[]>();
  const add = (key: string, value: Value | undefined): void => {
    const list = sources.get(key);
    if (list === undefined) sources.set(key, [value]);
    else list.push(value);
  };
  // An empty start value is no value: the later assignment counts. Objects and lists hold their values in parts.
  for (const { key, type, default: initial } of workflow.variables)
    if (/^(?:object|array)$/i.test(type)) add(key, undefined);
    else if (initial !== undefined && initial.text !== '') add(key, initial);
  for (const { activity, key } of writesOf(workflow))
    add(key, activity.type === 'SetVariable' ? propertyOf(activity, 'inputs.value') : undefined);
  for (const { key, default: value } of workflow.arguments) {
    if (!key.startsWith('parameter:') || value === undefined) continue;
    add(key, value);
    // Each environment may set another one.
    add(key, undefined);
  }
  return sources;
});

/** Reads of one flow; each variable is evaluated once. */
class FlowReading implements ValueReading {
  readonly functions = WORKFLOW_DEFINITION_FUNCTIONS;
  readonly #workflow: Workflow;
  readonly #values = new Map<string, ExprValue | undefined>();
  #depth = 0;

  constructor(workflow: Workflow) {
    this.#workflow = workflow;
  }

  resolve(tree: Expr): ExprValue | undefined {
    const read = readOf(tree);
    if (read !== undefined) {
      const isAction = read.by === 'outputs' || read.by === 'body';
      if (isAction) return this.#once(read.key, () => this.#ofCompose(read.key, 'inputs'));
      const isNamed = read.by === 'variables' || read.by === 'parameters';
      return isNamed ? this.#once(read.key, () => this.#ofSources(read.key, tree)) : undefined;
    }
    if (tree.kind !== 'index') return undefined;
    const member = tree.args[0]?.value;
    const object = readOf(tree.object);
    if (object?.by !== 'outputs' || member?.kind !== 'literal') return undefined;
    const setting = `inputs.${member.value}`;
    return this.#once(`${object.key} ${setting}`, () => this.#ofCompose(object.key, setting));
  }

  /** Computes a value once; one that depends on itself is unknown. */
  #once(key: string, compute: () => ExprValue | undefined): ExprValue | undefined {
    if (this.#values.has(key) || this.#depth >= DEPTH_MAX) return this.#values.get(key);
    this.#values.set(key, undefined);
    this.#depth += 1;
    const value = compute();
    this.#depth -= 1;
    this.#values.set(key, value);
    return value;
  }

  #ofCompose(key: string, setting: string): ExprValue | undefined {
    const action = actionsOf(this.#workflow).get(key);
    const value =
      action?.type === 'Compose' ? action.properties.find(({ name }) => name === setting) : undefined;
    return value === undefined ? undefined : this.#known(value);
  }

  #ofSources(key: string, from: Expr): ExprValue | undefined {
    const sources = sourcesOf(this.#workflow).get(key) ?? [];
    const isParameter = key.startsWith('parameter:');
    const values: ExprValue[] = [];
    for (const source of sources) {
      const value = source === undefined ? undefined : this.#known(source);
      if (value !== undefined) values.push(value);
      else if (isParameter) values.push({ kind: 'unknown', from });
      else return undefined;
    }
    return choiceOf(values);
  }

  /** Returns the value of a setting; undefined if nothing of it is known. */
  #known(setting: Value): ExprValue | undefined {
    const value = flowValue(this.#workflow, setting);
    return value.kind === 'unknown' ? undefined : value;
  }
}

const readingOf = derived((workflow: Workflow) => new FlowReading(workflow));

/** Returns the value of an expression in a flow. */
export function valueInFlow(workflow: Workflow, tree: Expr): ExprValue {
  return exprValue(tree, readingOf(workflow));
}

/** Returns the value of a setting. */
export function flowValue(workflow: Workflow, setting: Value): ExprValue {
  const { expression } = setting;
  return expression === undefined ? constant(setting.text) : valueInFlow(workflow, expression.tree);
}

/** ValueReading that knows nothing of the flow. */
const ALONE: ValueReading = { functions: WORKFLOW_DEFINITION_FUNCTIONS, resolve: () => undefined };

function plainOf(value: ExprValue): string | undefined {
  return value.kind === 'constant' ? value.plain : undefined;
}

/** Returns the text of a setting that no run changes, decoded; undefined for any other. */
export function fixedText(workflow: Workflow, setting: Value | undefined): string | undefined {
  return setting === undefined ? undefined : plainOf(flowValue(workflow, setting));
}

/** Returns the same for a text that the setting itself holds, without variables and other actions. */
export function ownFixedText(setting: Value | undefined): string | undefined {
  if (setting?.expression === undefined) return literalOf(setting);
  return plainOf(exprValue(setting.expression.tree, ALONE));
}

/**
 * Returns the fixed text of a setting that holds a secret; undefined for one that is read by a secret's name, which
 * PAF-SEC-003 reports where it is set.
 */
export function fixedSecret(workflow: Workflow, setting: Value): string | undefined {
  const { expression } = setting;
  const isNamed = expression !== undefined && readsOwnSecret(expression.tree);
  return isNamed ? undefined : fixedText(workflow, setting);
}
