/** A setting that is bound to a variable of a type that it does not take. */
import { propertyFacts, uipathActivities } from '../../facts/activity-facts.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Types of variables that never hold anything else. */
const PLAIN = new Set(['String', 'Int32', 'Boolean', 'DateTime', 'DataTable', 'SecureString']);
/** Types that many others convert to, and those that the page does not say. */
const TAKES_MANY =
  /^(?:\?|T|Object|String|GenericValue|Activity|I?(?:Enumerable|Collection|List|Dictionary)\b.*|System\.Collections.*)\??$|Argument|[[\]<>]/i;
/** Numbers and times have forms that differ by the version of a package. */
const IS_VALUE =
  /^(?:System\.)?(?:U?Int\d+|Single|Double|Decimal|Boolean|bool|DateTime|TimeSpan|Guid|Char)\??$/;

export const rule = defineRule('UIP-REL-034', {
  level: 'activity',
  types: [...uipathActivities().keys()],
  *check(activity, { workflow }) {
    for (const property of activity.properties) {
      const tree = property.direction === 'in' ? property.expression?.tree : undefined;
      if (tree?.kind !== 'reference') continue;
      const declared = propertyFacts(activity.type, property.name);
      if (declared === undefined || declared.isOutput) continue;
      const { type } = declared;
      if (TAKES_MANY.test(type) || IS_VALUE.test(type)) continue;
      const key = workflow.language === 'visual-basic' ? tree.name.toLowerCase() : tree.name;
      const symbol = resolveSymbol(workflow, symbolTable(workflow), key, activity.index);
      if (symbol === undefined || !PLAIN.has(symbol.type) || type.split('.').at(-1) === symbol.type) continue;
      const message = `"${activity.name}": "${property.name}" takes ${type}, and "${symbol.name}" is ${symbol.type}: the workflow does not compile.`;
      yield { at: property, subject: property.name, message };
    }
  },
});
