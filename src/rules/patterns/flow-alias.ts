/** What stands behind a Compose or a variable with one value: the expression that was meant. */
import type { Expression, Workflow } from '../../model/workflow.ts';
import { actionKey } from './flow-keys.ts';
import { writtenKey } from './flow-writes.ts';

/** Aliases of aliases are followed so far. */
const HOPS_MAX = 8;

/** For keys with exactly one expression behind them, that expression. */
export function aliasesOf(workflow: Workflow): ReadonlyMap<string, Expression> {
  const found = new Map<string, Expression | undefined>();
  const note = (key: string, expression: Expression | undefined) =>
    found.set(key, found.has(key) ? undefined : expression);
  // An empty start value is no value: the one that is set later counts.
  for (const { key, default: initial } of workflow.variables)
    if (initial !== undefined && initial.text !== '') note(key, initial.expression);
  for (const activity of workflow.activities) {
    const written = writtenKey(activity);
    const value = activity.properties.find(
      ({ name }) => name === (written === undefined ? 'inputs' : 'inputs.value'),
    )?.expression;
    if (written !== undefined) note(written, value);
    else if (activity.type === 'Compose') note(actionKey(activity), value);
  }
  const aliases = new Map<string, Expression>();
  for (const [key, expression] of found) if (expression !== undefined) aliases.set(key, expression);
  return aliases;
}

/** The expression behind one that only names a Compose or a variable; any other is returned as it is. */
export function resolveAlias(aliases: ReadonlyMap<string, Expression>, expression: Expression): Expression {
  let current = expression;
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const next = current.mentions.length === 1 ? aliases.get(current.mentions[0]!) : undefined;
    if (next === undefined) break;
    current = next;
  }
  return current;
}
