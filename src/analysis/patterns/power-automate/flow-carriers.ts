/** Data flow of action values inside a Power Automate flow: through Compose, variables and loops. */

import { derived } from '../../model/interning/derived.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { actionKey } from './flow-keys.ts';
import { connectorName } from './flow-operation.ts';
import { writesOf } from './flow-writes.ts';

/** Built-in actions that build their output from their inputs. */
const PASSING: ReadonlySet<string> = new Set([
  'Compose',
  'ParseJson',
  'Select',
  'Query',
  'Join',
  'Table',
  'Expression',
]);

/** Connector that changes the form of a text alone, such as HTML to text. */
const CONVERSION = 'conversionservice';

/** Key that takes its value from the keys in an expression. */
interface Passage {
  readonly expression: Expression;
  readonly to: string;
}

/** Returns the key that receives the value of a non-writing action's expression; undefined when it goes no further. */
function targetOf(activity: Activity, { name }: Expression): string | undefined {
  if (PASSING.has(activity.type)) return actionKey(activity);
  return name === 'foreach' ? `loop:${actionKey(activity).slice('action:'.length)}` : undefined;
}

/** Maps each key in expressions to the keys that receive its value. */
const passagesOf = derived((workflow: Workflow): ReadonlyMap<string, readonly Passage[]> => {
  const passages = new Map<string, Passage[]>();
  const add = (key: string, passage: Passage) => {
    const list = passages.get(key);
    if (list === undefined) passages.set(key, [passage]);
    else list.push(passage);
  };
  for (const { default: initial, key: to } of workflow.variables) {
    const expression = initial?.expression;
    if (expression !== undefined) for (const key of expression.mentions) add(key, { expression, to });
  }
  const written = new Map<number, string>();
  for (const { activity, key } of writesOf(workflow)) written.set(activity.index, key);
  const converting = new Set(
    workflow.activities.flatMap((it) => (connectorName(it) === CONVERSION ? [it.index] : [])),
  );
  const { keys, numbers, starts } = workflow.mentions;
  for (const [index, expression] of workflow.expressions.entries()) {
    const activity = workflow.activities[expression.owner];
    if (activity === undefined || starts[index] === starts[index + 1]) continue;
    const to =
      written.get(activity.index) ??
      (converting.has(activity.index) ? actionKey(activity) : targetOf(activity, expression));
    if (to === undefined) continue;
    for (const number of numbers.slice(starts[index], starts[index + 1]))
      add(keys[number]!, { expression, to });
  }
  return passages;
});

/**
 * Maps every key that holds a value of one of the sources to that source; a source holds its own. An assignment counts
 * wherever the variable is read: the order of the actions is ignored.
 * @param passes whether an expression passes on the values in it; by default all do.
 */
export function carriersOf(
  workflow: Workflow,
  sources: Iterable<string>,
  passes: (expression: Expression) => boolean = () => true,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of sources) found.set(key, key);
  if (found.size === 0) return found;
  const passages = passagesOf(workflow);
  for (const [from, source] of found) {
    for (const { expression, to } of passages.get(from) ?? [])
      if (!found.has(to) && passes(expression)) found.set(to, source);
  }
  return found;
}

/** Returns whether an action only reshapes its input. */
export function isPassing(activity: Activity): boolean {
  return PASSING.has(activity.type);
}
