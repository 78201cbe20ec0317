/** Values that a workflow itself sets and reads. */
import type { Text } from '../../model/text.ts';
import type { Property, Value, Workflow } from '../../model/workflow.ts';
import { startedBy } from '../../semantics/assignments/assignments.ts';

/** Returns the value of a text; undefined unless the workflow reads the setting, or a variable starts with it. */
export function readValue(workflow: Workflow, { kind, value }: Text): Value | undefined {
  if (value === undefined) return undefined;
  if (kind !== 'default') return (value as Property).direction === 'out' ? undefined : value;
  const symbol = startedBy(workflow, value);
  // Callers replace the default of an argument.
  return symbol === undefined || 'direction' in symbol ? undefined : value;
}
