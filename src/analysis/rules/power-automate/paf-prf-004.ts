/** Rows or columns that the flow reads only to drop them. */
import { defineRule } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import {
  goesThroughAll,
  hasParameter,
  type ListRead,
  listReadsOf,
} from '../../patterns/power-automate/steps/list-reads.ts';

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

const read = (api: string, operation: string, parameters: string): string =>
  `"Get_orders":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"c","operationId":"${operation}",
     "apiId":"/providers/Microsoft.PowerApps/apis/shared_${api}"},"parameters":{"entityName":"orders","table":"t","$top":50${parameters}}}}`;
const each = (inside = ''): string =>
  `,"Each":{"type":"Foreach","foreach":"@outputs('Get_orders')?['body/value']","actions":{${inside}},"runAfter":{"Get_orders":["Succeeded"]}}`;
const QUERY = `,"Open":{"type":"Query","inputs":{"from":"@outputs('Get_orders')?['body/value']","where":"@equals(item()?['State'], 'open')"},"runAfter":{"Get_orders":["Succeeded"]}}`;

export const rule = defineRule({
  id: 'PAF-PRF-004',
  version: 1,
  title: 'No server-side filter or column selection',
  platforms: ['power-automate'],
  category: 'performance',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Rows and columns that nobody needs are read, sent and kept in the run history: the flow gets slow and reaches the limits of the service as the table grows.',
  fix: 'Enter the condition of "Filter array" as Filter Query of the read, and the columns that the flow uses under "Select columns".',
  compliance: ['PERF'],
  controls: ['CWE-1049'],
  dedupeGroup: 'column-selection',
  options: {},
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
  examples: {
    'power-automate': {
      bad: [
        read('commondataserviceforapps', 'ListRecords', `,"$filter":"statecode eq 0"`) + each(),
        read('sharepointonline', 'GetItems', '') + QUERY,
      ],
      good: [
        read('commondataserviceforapps', 'ListRecords', ',"$select":"name"') + each(),
        read('commondataserviceforapps', 'ListRecords', ',"fetchXml":"<fetch/>"') + each(),
        read('sharepointonline', 'GetItems', `,"$filter":"State eq 'open'"`) + QUERY,
        // Near misses: a read once for all turns of a loop, and one that only tests whether there is a row.
        `${read('sharepointonline', 'GetItems', '')},"Each":{"type":"Foreach","foreach":"@triggerBody()?['ids']","runAfter":{"Get_orders":["Succeeded"]},"actions":{
           "Mine":{"type":"Query","inputs":{"from":"@outputs('Get_orders')?['body/value']","where":"@equals(item()?['Id'], items('Each'))"}}}}`,
        `${read('commondataserviceforapps', 'ListRecords', '')},"None":{"type":"Compose","inputs":"@empty(outputs('Get_orders')?['body/value'])","runAfter":{"Get_orders":["Succeeded"]}}`,
      ],
    },
  },
});
