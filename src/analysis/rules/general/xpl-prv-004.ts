/** Finds card numbers, bank accounts, numbers of persons, and lists of private mail addresses in the file itself. */

import { derivedOfList } from '../../model/interning/derived.ts';
import type { Problem } from '../../model/rule.ts';
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import {
  mayHoldNumbers,
  mayHoldPersonalData,
  PERSONAL_DATA_WORDS,
  personalDataIn,
  personalEmailsIn,
} from '../../patterns/texts/personal-data.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';
import { defineRule } from '../define-rule.ts';

const setOf = derivedOfList((numbers: readonly string[]): ReadonlySet<string> => new Set(numbers));

/** Yields the personal data of a text, once for each kind. */
function* inText(workflow: Workflow, text: Text, tests: ReadonlySet<string>): Generator<Problem> {
  const reported = new Set<string>();
  for (const { title, value } of personalDataIn(text.text, text.name, tests)) {
    if (reported.has(title)) continue;
    reported.add(title);
    const where = textTitle(workflow, text);
    const message = `${where} seems to contain a ${title}: ${mask(value)}.`;
    yield { at: text, subject: `${text.name} ${title}`, message };
  }
}

// Published test numbers are left out. Of mail addresses only those at public providers count: addresses of the own company are in
// every workflow that sends mail.
export const rule = defineRule('XPL-PRV-004', {
  includeDisabled: true,
  level: 'texts',
  words: PERSONAL_DATA_WORDS,
  *check(texts, { workflow, options }) {
    const tests = setOf(options.testNumbers);
    const mails = new Set<string>();
    let first: Text | undefined;
    for (const text of texts) {
      if (text.raw !== undefined && !mayHoldPersonalData(text.raw)) continue;
      if (mayHoldNumbers(text.text)) yield* inText(workflow, text, tests);
      for (const mail of personalEmailsIn(text.text)) {
        mails.add(mail);
        first ??= text;
      }
    }
    if (first === undefined || mails.size < options.minEmails) return;
    const message = `The file contains ${mails.size} private mail addresses, the first of them in "${first.name}".`;
    yield {
      at: first,
      subject: 'mail addresses',
      message,
      measure: { option: 'minEmails', value: mails.size + 1 },
    };
  },
});
