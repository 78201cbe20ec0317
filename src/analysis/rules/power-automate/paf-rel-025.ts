/** A function that the expression language of cloud flows does not have. */
import { OTHER_FUNCTIONS } from '../../patterns/power-automate/flow-functions.ts';
import { qualifiedName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

// Only functions that other languages are known for: the platform adds some of its own before its documentation lists them.
export const rule = defineRule('PAF-REL-025', {
  level: 'expression',
  words: [...OTHER_FUNCTIONS.keys()],
  *check(expression, { workflow }) {
    const reported = new Set<string>();
    for (const node of walk(expression.tree)) {
      if (node.kind !== 'call') continue;
      const name = qualifiedName(node.callee);
      const key = name.toLowerCase();
      const language = OTHER_FUNCTIONS.get(key);
      if (language === undefined || reported.has(key)) continue;
      reported.add(key);
      const user = workflow.activities[expression.owner]?.name ?? workflow.name;
      const message = `"${user}" calls ${name}(), a function of ${language} that expressions of cloud flows do not have.`;
      yield { at: expression, subject: key, message };
    }
  },
});
