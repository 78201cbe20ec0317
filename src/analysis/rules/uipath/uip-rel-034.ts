/** A setting or variable with a value of a type that it does not take. */
import { propertyFacts, uipathActivities } from '../../facts/activity-facts.ts';
import { fixedTextOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property, Variable, Workflow } from '../../model/workflow.ts';
import { briefQuote } from '../../patterns/uipath/constants/text-failures.ts';
import { rejectsText } from '../../patterns/uipath/texts/text-for-type.ts';
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

/** Returns the variable that a setting is bound to by its name alone. */
function boundVariable(
  workflow: Workflow,
  activity: Activity,
  property: Property | undefined,
): Variable | undefined {
  const tree = property?.expression?.tree;
  if (tree?.kind !== 'reference') return undefined;
  const key = workflow.language === 'visual-basic' ? tree.name.toLowerCase() : tree.name;
  return resolveSymbol(workflow, symbolTable(workflow), key, activity.index);
}

/** Yields the problem of a fixed text that a number, truth value or time of the workflow gets. */
function* assignedText(workflow: Workflow, activity: Activity): Generator<Problem> {
  const find = (wanted: string) => activity.properties.find(({ name }) => name === wanted);
  const value = find('Value');
  const fixed = fixedTextOf(value);
  const variable = fixed && boundVariable(workflow, activity, find('To'));
  if (variable === undefined || !rejectsText(variable.type, fixed!)) return;
  const message = `"${activity.name}": "${variable.name}" is ${variable.type}, and gets the text ${briefQuote(fixed!.text)}: the workflow does not compile.`;
  yield { at: value!, subject: 'Value', message };
}

export const rule = defineRule('UIP-REL-034', {
  level: 'activity',
  types: [...uipathActivities().keys(), 'Assign'],
  *check(activity, { workflow }) {
    if (activity.type === 'Assign') return yield* assignedText(workflow, activity);
    for (const property of activity.properties) {
      const tree = property.direction === 'in' ? property.expression?.tree : undefined;
      if (tree?.kind !== 'reference') continue;
      const declared = propertyFacts(activity.type, property.name);
      if (declared === undefined || declared.isOutput) continue;
      const { type } = declared;
      if (TAKES_MANY.test(type) || IS_VALUE.test(type)) continue;
      const symbol = boundVariable(workflow, activity, property);
      if (symbol === undefined || !PLAIN.has(symbol.type) || type.split('.').at(-1) === symbol.type) continue;
      const message = `"${activity.name}": "${property.name}" takes ${type}, and "${symbol.name}" is ${symbol.type}: the workflow does not compile.`;
      yield { at: property, subject: property.name, message };
    }
  },
});
