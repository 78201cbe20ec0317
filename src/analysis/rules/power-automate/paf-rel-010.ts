/** A read of a whole list that gets its first page alone. */
import { defineRule } from '../../model/rule.ts';
import {
  goesThroughAll,
  hasParameter,
  isPaged,
  listReadsOf,
} from '../../patterns/power-automate/steps/list-reads.ts';

/** Rows of a page by connector, where it is small. */
const PAGES: ReadonlyMap<string, number> = new Map([
  ['sharepointonline', 100],
  ['excelonlinebusiness', 256],
  ['excelonline', 256],
]);

const read = (api: string, operation: string, parameters: string, more = ''): string =>
  `"Get_orders":{"type":"OpenApiConnection"${more},"inputs":{"host":{"connectionName":"c","operationId":"${operation}",
     "apiId":"/providers/Microsoft.PowerApps/apis/shared_${api}"},"parameters":{"table":"Orders"${parameters}}}}`;
const EACH = `,"Each":{"type":"Foreach","foreach":"@outputs('Get_orders')?['body/value']","actions":{},"runAfter":{"Get_orders":["Succeeded"]}}`;

// A filter usually leaves less than a page: where it does not, the file cannot show it.
export const rule = defineRule({
  id: 'PAF-REL-010',
  version: 1,
  title: 'List read only returns the first page',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'When the list has grown past one page, the flow skips the other rows without any error, and nobody notices which.',
  fix: 'Switch on Pagination in the settings of the action with a threshold above the size of the list, or narrow the read with a Filter Query and a Top Count.',
  compliance: ['INTEG'],
  options: {},
  level: 'workflow',
  workflowWords: [...PAGES.keys()],
  *check(workflow) {
    for (const { activity, connector, uses } of listReadsOf(workflow)) {
      const page = PAGES.get(connector);
      if (page === undefined || isPaged(activity)) continue;
      if (hasParameter(activity, '$filter') || hasParameter(activity, 'folderPath')) continue;
      if (!uses.some((use) => goesThroughAll(workflow, use))) continue;
      const message = `"${activity.name}" reads at most ${page} rows, and the flow goes through them as if they were all.`;
      yield { at: activity, subject: 'page', message };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        read('sharepointonline', 'GetItems', '') + EACH,
        `${read('excelonlinebusiness', 'GetItems', ',"$orderby":"Id"')},
         "Open":{"type":"Query","inputs":{"from":"@body('Get_orders')?['value']","where":"@equals(item()?['State'], 'open')"},"runAfter":{"Get_orders":["Succeeded"]}}`,
      ],
      good: [
        read('sharepointonline', 'GetItems', ',"$top":5000') + EACH,
        read(
          'sharepointonline',
          'GetItems',
          '',
          ',"runtimeConfiguration":{"paginationPolicy":{"minimumItemCount":5000}}',
        ) + EACH,
        // Near misses: a filter, a source with pages of 5,000 rows, and a flow that reads the first row alone.
        read('sharepointonline', 'GetItems', `,"$filter":"State eq 'open'"`) + EACH,
        read('commondataserviceforapps', 'ListRecords', '') + EACH,
        `${read('sharepointonline', 'GetItems', '')},"First":{"type":"Compose","inputs":"@first(outputs('Get_orders')?['body/value'])","runAfter":{"Get_orders":["Succeeded"]}}`,
      ],
    },
  },
});
