/** Values that a workflow itself sets and reads. */
import { derived } from '../../model/interning/derived.ts';
import type { Position, Value, Workflow } from '../../model/workflow.ts';

/** Returns settings that a workflow reads, and the defaults of its variables, by position. */
export const readValues = derived(({ activities, variables }: Workflow): ReadonlyMap<Position, Value> => {
  const values = new Map<Position, Value>();
  for (const { properties } of activities)
    for (const property of properties) if (property.direction !== 'out') values.set(property.at, property);
  for (const { default: initial } of variables) if (initial !== undefined) values.set(initial.at, initial);
  return values;
});
