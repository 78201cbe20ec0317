/** Aliases in a flow: a Compose, or a variable with one value, stands for its expression. */

import { derived } from '../../model/interning/derived.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { isPassing } from './flow-carriers.ts';
import { actionKey } from './flow-keys.ts';
import { writesOf } from './flow-writes.ts';

function settingOf({ properties }: Activity, setting: string): Expression | undefined {
  return properties.find(({ name }) => name === setting)?.expression;
}

/** Most aliases that an expression is taken through. */
const HOPS_MAX = 20;

/** Maps keys with exactly one expression to that expression. */
export const aliasesOf = derived((workflow: Workflow): ReadonlyMap<string, Expression> => {
  const found = new Map<string, Expression | undefined>();
  const note = (key: string, expression: Expression | undefined) =>
    found.set(key, found.has(key) ? undefined : expression);
  // An empty start value is no value: the later assignment counts.
  for (const { key, default: initial } of workflow.variables)
    if (initial !== undefined && initial.text !== '') note(key, initial.expression);
  for (const { activity, key } of writesOf(workflow)) note(key, settingOf(activity, 'inputs.value'));
  for (const activity of workflow.activities)
    if (activity.type === 'Compose') note(actionKey(activity), settingOf(activity, 'inputs'));
  const aliases = new Map<string, Expression>();
  for (const [key, expression] of found) if (expression !== undefined) aliases.set(key, expression);
  return aliases;
});

/** Returns the expression behind one that only names a Compose or a variable; returns any other as it is. */
export function resolveAlias(aliases: ReadonlyMap<string, Expression>, expression: Expression): Expression {
  let current = expression;
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const next = current.mentions.length === 1 ? aliases.get(current.mentions[0]!) : undefined;
    if (next === undefined) break;
    current = next;
  }
  return current;
}

/** Maps each variable and each action that reshapes its input to the expressions that it takes its value from. */
const sourcesOf = derived((workflow: Workflow): ReadonlyMap<string, readonly Expression[]> => {
  const sources = new Map<string, Expression[]>();
  const add = (key: string, expression: Expression | undefined): void => {
    if (expression === undefined) return;
    const list = sources.get(key);
    if (list === undefined) sources.set(key, [expression]);
    else list.push(expression);
  };
  for (const { key, default: initial } of workflow.variables) add(key, initial?.expression);
  for (const { activity, key } of writesOf(workflow)) add(key, settingOf(activity, 'inputs.value'));
  for (const activity of workflow.activities)
    if (isPassing(activity))
      for (const { name, expression } of activity.properties)
        if (name.startsWith('inputs')) add(actionKey(activity), expression);
  return sources;
});

/** Yields some expressions, and those that their values come from through variables, Compose and similar actions. */
export function* expressionsBehind(
  workflow: Workflow,
  expressions: readonly Expression[],
): Generator<Expression> {
  const sources = sourcesOf(workflow);
  const met = new Set(expressions);
  for (const each of met) {
    yield each;
    for (const key of each.mentions) for (const source of sources.get(key) ?? []) met.add(source);
  }
}
