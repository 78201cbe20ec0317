/** Code in a workflow uses functions that a reviewer must see. */

import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import { apisIn, keywordOf, keywordsOf } from '../../patterns/code/called-apis.ts';
import { codeWithKeyword, expressionTitle } from '../../patterns/code/expression-code.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-014', {
  languages: UIPATH_LANGUAGES,
  level: 'expression',
  words: ({ apis }) => apis.map((api) => keywordOf(api) ?? api),
  *check(at, { workflow, options: { apis } }) {
    const code = codeWithKeyword(at, keywordsOf(apis));
    const used = code === undefined ? [] : apisIn(code, apis).map((api) => api.replace(/[(.]$/, ''));
    if (used.length === 0) return;
    const message = `Review ${expressionTitle(workflow, at)}: it uses ${used.join(', ')}.`;
    yield { at, message, subject: at.name };
  },
});
