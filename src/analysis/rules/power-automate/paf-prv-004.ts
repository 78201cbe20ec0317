/** A read of people or customers with every column of their rows. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { connectorName, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { hasParameter } from '../../patterns/power-automate/steps/list-reads.ts';

const READS = /^(?:listrecords|getitem)/;
const CHOOSING = ['$select', 'fetchXml', '$apply'];

const read = (operation: string, table: string, parameters = ''): string =>
  `"Get":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"c","operationId":"${operation}",
     "apiId":"/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},"parameters":{"entityName":"${table}"${parameters}}}}`;

export const rule = defineRule({
  id: 'PAF-PRV-004',
  version: 1,
  title: 'Sensitive table read without column selection',
  platforms: ['power-automate'],
  category: 'data-privacy',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Addresses, telephone numbers and notes of people go into the run history, where everyone who may see the flow reads them, although the flow needs a few columns.',
  fix: 'Enter the columns that the flow uses under "Select columns" of the action.',
  compliance: ['PII'],
  dedupeGroup: 'column-selection',
  options: {
    tables: {
      default: ['contacts', 'systemusers', 'leads', 'aadusers', 'employees'] as readonly string[],
      about: 'Dataverse tables with personal data, by the plural name of the table.',
      stricter: 'longer',
    },
  },
  level: 'activity',
  types: ['OpenApiConnection', 'ApiConnection'],
  words: ({ tables }) => tables.map((table) => table.toLowerCase()),
  *check(activity, { options }) {
    if (!connectorName(activity).startsWith('commondataservice') || !READS.test(operationName(activity)))
      return;
    const table = propertyOf(activity, 'inputs.parameters.entityName')?.text.toLowerCase();
    if (!options.tables.some((name) => name.toLowerCase() === table)) return;
    if (CHOOSING.some((name) => hasParameter(activity, name))) return;
    yield {
      at: activity,
      subject: 'columns',
      message: `"${activity.name}" reads every column of "${table}".`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        read('ListRecords', 'contacts', ',"$filter":"statecode eq 0"'),
        read('GetItem', 'systemusers', ',"recordId":"1"'),
      ],
      good: [
        read('ListRecords', 'contacts', ',"$select":"fullname"'),
        read('GetItem', 'orders', ',"recordId":"1"'),
        // Near miss: a write of the same table.
        read('UpdateRecord', 'contacts', ',"recordId":"1","item/firstname":"A"'),
      ],
    },
  },
});
