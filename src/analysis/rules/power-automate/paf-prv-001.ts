/** Personal data of the kind that laws protect most, in an action that shows them in the run history. */
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { hasSecured } from '../../patterns/power-automate/secured-data.ts';
import { schemaText } from '../../patterns/power-automate/steps/schema-text.ts';
import { isPersonalName, PERSONAL_NAME_WORDS, spacedName } from '../../patterns/texts/personal-name.ts';

/** Columns of a row, keys of a Select and the schema of a Parse JSON. */
const COLUMN = /^inputs\.(?:parameters\.item\/|select\.)(.{1,200})$/;
const KEY = /"([\w .-]{2,60})"\s{0,3}:\s{0,3}\{/g;
const WORDS = [...PERSONAL_NAME_WORDS, '\\u00'];

/** Returns the first such name among what an action writes or reads. */
function personalName(activity: Activity): string | undefined {
  for (const { name } of activity.properties) {
    const column = COLUMN.exec(name)?.[1];
    if (column !== undefined && isPersonalName(column)) return column;
  }
  if (activity.type !== 'ParseJson') return undefined;
  for (const [, key] of schemaText(activity).matchAll(KEY)) if (isPersonalName(key!)) return key;
  return undefined;
}

const write = (column: string, more = ''): string =>
  `"Keep":{"type":"OpenApiConnection"${more},"inputs":{"host":{"connectionName":"s","operationId":"PostItem",
     "apiId":"/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},"parameters":{"table":"t","item/${column}":"@triggerBody()?['value']"}}}`;

// Names of ordinary data about people (names, addresses, birthdays) stand in nearly every flow, and are left out.
export const rule = defineRule({
  id: 'PAF-PRV-001',
  version: 2,
  title: 'Personal data handled without secured inputs and outputs',
  platforms: ['power-automate'],
  category: 'data-privacy',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Numbers of passports and accounts, salaries and diagnoses stay readable in the run history for 28 days, for everyone who may edit the flow.',
  fix: 'Switch on Secure Inputs and Secure Outputs in the settings of the action, and of those before it that read the same data, or drop the field.',
  compliance: ['PII'],
  controls: ['CWE-532'],
  options: {},
  level: 'activity',
  words: WORDS,
  *check(activity) {
    if (hasSecured(activity, 'inputs')) return;
    const name = personalName(activity);
    if (name === undefined) return;
    yield {
      at: activity,
      subject: 'history',
      message: `"${activity.name}" shows "${spacedName(name)}" in the run history.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        write('F1_IDNumberPassport'),
        write('LastDrawnSalary'),
        write('new_passportnumber'),
        write('IBANNumber'),
        `"Read":{"type":"ParseJson","inputs":{"content":"@triggerBody()","schema":{"type":"object","properties":{"iban":{"type":"string"}}}}}`,
      ],
      good: [
        write('Salary', ',"runtimeConfiguration":{"secureData":{"properties":["inputs","outputs"]}}'),
        write('FullName'),
        // Near misses: a column that only says when, and words that such a word is a part of.
        write('PassportUploaded'),
        write('Wagerung'),
        write('new_urbanarea'),
      ],
    },
  },
});
