/** A workflow that declares a lower class of data than its texts hold. */

import { headerKey, headerOf } from '../../patterns/texts/declared-header.ts';
import {
  mayHoldPersonalData,
  PERSONAL_DATA_WORDS,
  personalDataIn,
  personalEmailsIn,
} from '../../patterns/texts/personal-data.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';
import { defineRule } from '../define-rule.ts';

const NO_TESTS: ReadonlySet<string> = new Set();

export const rule = defineRule('XPL-CMP-003', {
  level: 'texts',
  words: PERSONAL_DATA_WORDS,
  includeDisabled: true,
  *check(texts, { workflow, options: { order, personal, key } }) {
    const declared = headerOf(workflow).get(headerKey(key));
    if (declared === undefined) return;
    const classes = order.map((name) => name.toLowerCase());
    const rank = classes.indexOf(declared.value.toLowerCase().replace(/[.;,]$/, ''));
    const needed = classes.indexOf(personal.toLowerCase());
    if (rank === -1 || rank >= needed) return;
    for (const text of texts) {
      if (text.raw !== undefined && !mayHoldPersonalData(text.raw)) continue;
      const title =
        personalDataIn(text.text, text.name, NO_TESTS)[0]?.title ??
        (personalEmailsIn(text.text).length > 0 ? 'private mail address' : undefined);
      if (title === undefined) continue;
      yield {
        at: text,
        subject: 'data class',
        message: `"${workflow.name}" declares the data class "${order[rank]}", and ${textTitle(workflow, text)} holds what looks like a ${title}.`,
      };
      return;
    }
  },
});
