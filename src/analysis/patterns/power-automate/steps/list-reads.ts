/** Actions that read the rows of a table, list or library, and where the rows go. */

import { derived } from '../../../model/interning/derived.ts';
import { propertyOf } from '../../../model/navigate.ts';
import type { Activity, Expression, Workflow } from '../../../model/workflow.ts';
import { actionsOf } from '../flow-keys.ts';
import { connectorName, operationName } from '../flow-operation.ts';

const READS = /^(?:listrecords|getitems|getfileitems)/;
/** Connectors with tables, by their API name. */
const TABLES: ReadonlySet<string> = new Set([
  'commondataserviceforapps',
  'commondataservice',
  'sharepointonline',
  'excelonlinebusiness',
  'excelonline',
  'sql',
]);

/** Action that reads rows. */
export interface ListRead {
  readonly activity: Activity;
  readonly connector: string;
  /** Expressions that mention its output. */
  readonly uses: readonly Expression[];
}

/** Returns the actions that read rows, in the order of the file. */
export const listReadsOf = derived((workflow: Workflow): readonly ListRead[] => {
  const reads = new Map<Activity, Expression[]>();
  for (const activity of workflow.activities) {
    if (activity.role === 'trigger' || !activity.reachable) continue;
    if (TABLES.has(connectorName(activity)) && READS.test(operationName(activity))) reads.set(activity, []);
  }
  if (reads.size === 0) return [];
  const { keys, numbers, starts } = workflow.mentions;
  const actions = actionsOf(workflow);
  const usesByNumber = keys.map((key) => {
    const activity = actions.get(key);
    return activity === undefined ? undefined : reads.get(activity);
  });
  for (const [index, expression] of workflow.expressions.entries())
    for (let at = starts[index]!; at < starts[index + 1]!; at += 1)
      usesByNumber[numbers[at]!]?.push(expression);
  return [...reads].map(([activity, uses]) => ({ activity, connector: connectorName(activity), uses }));
});

/** Returns whether a read has a parameter, such as `$filter`, that is not empty. */
export function hasParameter({ properties }: Activity, name: string): boolean {
  const wanted = `inputs.parameters.${name}`;
  return properties.some((property) => property.name === wanted && property.text !== '');
}

/** Returns whether a read gets further pages, or says how many rows it wants. */
export function isPaged(activity: Activity): boolean {
  if (hasParameter(activity, '$top')) return true;
  return propertyOf(activity, 'runtimeConfiguration.paginationPolicy.minimumItemCount') !== undefined;
}

/** Settings that go through all rows, by the type of their action. */
const THROUGH_ALL: Readonly<Record<string, string>> = {
  Foreach: 'foreach',
  Query: 'inputs.from',
  Select: 'inputs.from',
  Table: 'inputs.from',
};

/** Returns whether an expression goes through all rows that it reads, in a loop or in an action on lists. */
export function goesThroughAll(workflow: Workflow, use: Expression): boolean {
  const activity = workflow.activities[use.owner];
  return activity !== undefined && THROUGH_ALL[activity.type] === use.name;
}
