/** An expression of literals that throws in every run, in a step that can run. */
import type { Expr } from '../../model/expr.ts';
import { certainFailure } from '../../patterns/uipath/constants/certain-failures.ts';
import { knownValuesOf } from '../../patterns/uipath/constants/known-value.ts';
import { certainNodes } from '../../patterns/uipath/unset/null-use.ts';
import { defineRule } from '../define-rule.ts';

/** Most expressions need no tree: nothing in them parses, cuts, searches or takes an item. */
const MAY_FAIL =
  /parse|\bc(?:int|lng|dbl|dec|sng|bool)\b|convert\.to|first|last|single|max|min|average|substring|split|elementat|regex|\.format|cdate|\b(?:uri|guid)\s?\(|remove|insert|chars|pad(?:left|right)|\\ ?0|% ?0|\bmod 0|[\w)]\s*[([]\s*["\d]/i;

export const rule = defineRule('UIP-REL-040', {
  level: 'activity',
  *check(activity, { workflow }) {
    for (const property of activity.properties) {
      const { expression } = property;
      if (expression === undefined || property.direction === 'out' || !MAY_FAIL.test(expression.text))
        continue;
      if (property.name === 'Code') continue;
      const known = (node: Expr) => knownValuesOf(workflow).at(node, activity.index);
      for (const node of certainNodes(expression.tree)) {
        const reason = certainFailure(node, known);
        if (reason === undefined) continue;
        const message = `"${activity.name}" fails whenever it runs: ${reason}.`;
        yield { at: property, subject: property.name, message };
        break;
      }
    }
  },
});
