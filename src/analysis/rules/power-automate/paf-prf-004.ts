/** Rows or columns that the flow reads only to drop them. */

import type { Workflow } from '../../model/workflow.ts';
import {
  goesThroughAll,
  hasParameter,
  type ListRead,
  listReadsOf,
} from '../../patterns/power-automate/steps/list-reads.ts';
import { defineRule } from '../define-rule.ts';

/** Parameters that choose columns by themselves. */
const CHOOSING = ['$select', 'fetchXml', '$apply'];

/** Returns whether all columns of a Dataverse table are read, row after row. */
function readsAllColumns(workflow: Workflow, { activity, connector, uses }: ListRead): boolean {
  if (!connector.startsWith('commondataservice') || CHOOSING.some((name) => hasParameter(activity, name)))
    return false;
  return uses.some((use) => goesThroughAll(workflow, use));
}

/** Returns whether the only use of all rows is a filter beside the read: a filter in a loop saves further reads. */
function filtersAfterwards(workflow: Workflow, { activity, uses }: ListRead): boolean {
  if (hasParameter(activity, '$filter') || hasParameter(activity, 'fetchXml')) return false;
  const [use, ...others] = uses;
  const filter = use === undefined ? undefined : workflow.activities[use.owner];
  if (filter?.type !== 'Query' || use?.name !== 'inputs.from' || others.length > 0) return false;
  return filter.parent === activity.parent;
}

export const rule = defineRule('PAF-PRF-004', {
  level: 'workflow',
  *check(workflow) {
    for (const read of listReadsOf(workflow)) {
      const { activity } = read;
      const columns = readsAllColumns(workflow, read);
      if (!columns && !filtersAfterwards(workflow, read)) continue;
      const what = columns ? 'every column of its rows' : 'every row, and the flow filters them afterwards';
      yield {
        at: activity,
        subject: columns ? 'columns' : 'rows',
        message: `"${activity.name}" reads ${what}.`,
      };
    }
  },
});
