/** A read of people or customers with every column of their rows. */
import { propertyOf } from '../../model/navigate.ts';
import { connectorName, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { hasParameter } from '../../patterns/power-automate/steps/list-reads.ts';
import { defineRule } from '../define-rule.ts';

const READS = /^(?:listrecords|getitem)/;
const CHOOSING = ['$select', 'fetchXml', '$apply'];

export const rule = defineRule('PAF-PRV-004', {
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
});
