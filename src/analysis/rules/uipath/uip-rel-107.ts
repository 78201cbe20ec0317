/** An expression of an orchestration that reads a variable or result which nothing in the file declares. */
import { declaredKeysOf } from '../../patterns/uipath/orchestration/declared-data.ts';
import { isAgent } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Keys that name one variable or one result. */
const DATA = /^(?:vars|\$vars|\$context\.variables|\$context\.outputs)\.([^.]+)$/;

export const rule = defineRule('UIP-REL-107', {
  level: 'expression',
  languages: ['javascript'],
  *check(expression, { workflow }) {
    // Prompts of an agent inside a flow read the data of the flow.
    if (isAgent(workflow)) return;
    const declared = declaredKeysOf(workflow);
    for (const key of expression.mentions) {
      const name = DATA.exec(key)?.[1];
      if (name === undefined || declared.has(key)) continue;
      yield {
        at: expression,
        subject: key,
        message: `"${expression.name}" reads "${key}", which nothing in the file declares or fills.`,
      };
    }
  },
});
