/** Personal data of the kind that laws protect most, in an action that shows them in the run history. */

import type { Activity } from '../../model/workflow.ts';
import { hasSecured } from '../../patterns/power-automate/secured-data.ts';
import { schemaText } from '../../patterns/power-automate/steps/schema-text.ts';
import { isPersonalName, PERSONAL_NAME_WORDS, spacedName } from '../../patterns/texts/personal-name.ts';
import { defineRule } from '../define-rule.ts';

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

// Names of ordinary data about people (names, addresses, birthdays) stand in nearly every flow, and are left out.
export const rule = defineRule('PAF-PRV-001', {
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
});
