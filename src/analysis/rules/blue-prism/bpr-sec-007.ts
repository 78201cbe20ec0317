/** Finds code that starts programs, loads libraries or deletes files. */

import { codePartOf, compactPart } from '../../patterns/blue-prism/stage-code.ts';
import { apisIn, keywordOf, keywordsOf } from '../../patterns/code/called-apis.ts';
import { defineRule } from '../define-rule.ts';

// Letter case does not count. `Registry` and `Assembly.Load` are spelled out in the option: as parts of words they match every class
// with such a name. "Declare Function" is how objects in Visual Basic call any Windows function.
export const rule = defineRule('BPR-SEC-007', {
  level: 'text',
  words: ({ apis }) => apis.map((api) => (keywordOf(api) ?? api).toLowerCase()),
  *check(text, { workflow, options: { apis } }) {
    const part = codePartOf(workflow, text);
    if (part === undefined || !keywordsOf(apis).test(part.at.text)) return;
    const used = apisIn(compactPart(part), apis);
    if (used.length === 0) return;
    const names = used.map((api) => api.replace(/[(.]$/, '').replace('("', ' ')).join(', ');
    yield { at: part.at, message: `${part.title} uses ${names}.` };
  },
});
