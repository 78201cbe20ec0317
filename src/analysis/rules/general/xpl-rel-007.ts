/** Code that goes on after each error and never looks whether there was one. */

import { textTitle } from '../../patterns/texts/text-title.ts';
import { defineRule } from '../define-rule.ts';

/** The statement, not a comment or a text that quotes it. */
const GOES_ON = /(?:^|[\n:])[ \t]*On[ \t]+Error[ \t]+Resume[ \t]+Next\b/i;
/** A look at the error, or the end of the part in which errors may happen. */
const LOOKS = /\bErr\b(?!\.Clear\b)|\bOn[ \t]+Error[ \t]+GoTo\b/i;

export const rule = defineRule('XPL-REL-007', {
  level: 'text',
  words: ['resume'],
  *check(text, { workflow }) {
    const { kind, owner } = text;
    if (kind === 'annotation' || kind === 'comment' || workflow.activities[owner]?.role === 'comment') return;
    if (!GOES_ON.test(text.text) || LOOKS.test(text.text)) return;
    yield {
      at: text,
      message: `${textTitle(workflow, text)} continues after each error without checking it.`,
    };
  },
});
