/** Where the value of an action goes inside a Power Automate flow: through Compose, variables and loops. */
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { actionKey } from './flow-order.ts';

/** Built-in actions whose output is made of their inputs. */
const PASSING: ReadonlySet<string> = new Set([
  'Compose',
  'ParseJson',
  'Select',
  'Query',
  'Join',
  'Table',
  'Expression',
]);

/** For each key that expressions mention, the keys that take their value from it. */
function passages(workflow: Workflow, passes: (expression: Expression) => boolean): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    const list = next.get(from);
    if (list === undefined) next.set(from, new Set([to]));
    else list.add(to);
  };
  for (const variable of workflow.variables) {
    const initial = variable.default?.expression;
    if (initial === undefined || !passes(initial)) continue;
    for (const key of initial.mentions) add(key, variable.key);
  }
  const written = new Map<number, string>();
  for (const activity of workflow.activities) {
    for (const { direction, expression } of activity.properties)
      if (direction === 'out' && expression !== undefined)
        written.set(activity.index, expression.mentions[0]!);
  }
  for (const expression of workflow.expressions) {
    const { owner, name, mentions } = expression;
    const activity = workflow.activities[owner];
    if (activity === undefined || !passes(expression)) continue;
    const variable = written.get(owner);
    for (const key of mentions) {
      if (variable !== undefined) add(key, variable);
      else if (PASSING.has(activity.type)) add(key, actionKey(activity));
      else if (name === 'foreach') add(key, `loop:${actionKey(activity).slice('action:'.length)}`);
    }
  }
  return next;
}

/**
 * Every key that holds a value of one of the sources, with that source; a source holds its own. What a variable was set to counts wherever the variable is read: the order of the actions is not looked at.
 * @param passes whether an expression hands on what it mentions; by default all do.
 */
export function carriersOf(
  workflow: Workflow,
  sources: Iterable<string>,
  passes: (expression: Expression) => boolean = () => true,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of sources) found.set(key, key);
  if (found.size === 0) return found;
  const next = passages(workflow, passes);
  for (const from of found.keys()) {
    for (const to of next.get(from) ?? []) if (!found.has(to)) found.set(to, found.get(from)!);
  }
  return found;
}

/** Whether an action only reshapes what it is given. */
export function isPassing(activity: Activity): boolean {
  return PASSING.has(activity.type);
}
