/** Data items, fields and parameters that hold a secret as readable text. */

import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

/** Returns the symbols of type text with the name of a secret; the last part of `Collection.Field` is the field. */
export const plainSecrets = derived(
  ({ variables, arguments: args }: Workflow): ReadonlySet<Variable> =>
    new Set(
      [...variables, ...args].filter(
        ({ name, type }) => type === 'text' && reaches(secretness(lastPart(name)), 'likely'),
      ),
    ),
);

/** Returns whether the initial value of a data item is a secret that everyone can read. */
export const holdsReadableSecret = ({ name, default: initial }: Variable): boolean =>
  initial !== undefined &&
  reaches(secretness(lastPart(name), initial.text, { counts: 'connections' }), 'likely');

/** Stages that hand on what another page gave: their writes keep nothing beyond the page. */
const HANDING_ON = new Set(['SubSheet', 'Process']);

/** Returns the keys of the data items that stages write: inputs of pages, and results, of other pages or of anything else. */
const writersOf = derived(({ activities }: Workflow) => {
  const keys = { inputs: new Set<string>(), handed: new Set<string>(), results: new Set<string>() };
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    const { type, properties } = activity;
    const into = type === 'Start' ? keys.inputs : HANDING_ON.has(type) ? keys.handed : keys.results;
    for (const { direction, expression } of properties) {
      const key = direction === 'out' ? expression?.mentions[0] : undefined;
      if (key !== undefined) into.add(key);
    }
  }
  return keys;
});

/**
 * Returns how a data item has its value. `stored`: a stage writes it, or it is stored. `shared`: the input of a page goes
 * into an item of the whole object. `passed`: the value comes from the caller or a page and lives as long as the page.
 */
export function holdingOf(
  workflow: Workflow,
  { key, owner, default: initial }: Variable,
): 'stored' | 'shared' | 'passed' {
  const { inputs, handed, results } = writersOf(workflow);
  const dot = key.lastIndexOf('.');
  const keys = dot === -1 ? [key] : [key, key.slice(0, dot)];
  const isWritten = (by: ReadonlySet<string>): boolean => keys.some((one) => by.has(one));
  if (initial !== undefined || isWritten(results)) return 'stored';
  if (owner !== -1) return 'passed';
  return isWritten(handed) ? 'stored' : isWritten(inputs) ? 'shared' : 'passed';
}
