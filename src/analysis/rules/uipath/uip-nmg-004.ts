/** A variable with the name of one around it, or of an argument. */
import { defineRule } from '../../model/rule.ts';
import { resolveSymbol, symbolTable } from '../../patterns/used-symbols.ts';

const inner = (name: string, outer = ''): string =>
  `${outer}<Sequence DisplayName="Read"><Sequence.Variables><Variable x:TypeArguments="x:String" Name="${name}" /></Sequence.Variables><WriteLine Text="[${name}]" /></Sequence>`;
const variable = (name: string): string => `<Variable x:TypeArguments="x:String" Name="${name}" />`;

export const rule = defineRule({
  id: 'UIP-NMG-004',
  version: 1,
  title: 'Variable shadows another symbol',
  platforms: ['uipath'],
  category: 'naming',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value that a step assigns to the inner one is gone where its scope ends: the outer one, which the author meant, keeps its old value without any message.',
  fix: 'Delete the inner variable if both are meant to be one, else rename it in the Variables panel: Studio changes its uses too.',
  compliance: ['MAINT'],
  options: {},
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    const table = symbolTable(workflow);
    for (const symbol of workflow.variables) {
      if (!symbol.enabled || !(table.get(symbol.key) instanceof Map)) continue;
      // The designer names items of loops and caught exceptions, whose values stay as they are.
      if (symbol.modifiers?.some((modifier) => modifier.startsWith('Delegate'))) continue;
      const scope = workflow.activities[symbol.owner];
      const hidden = scope && resolveSymbol(workflow, table, symbol.key, scope.parent);
      if (hidden === undefined) continue;
      const what = 'direction' in hidden ? 'the argument' : 'a variable';
      const message = `The variable "${symbol.name}" of "${scope!.name}" hides ${what} of the same name.`;
      yield { at: symbol, subject: symbol.name, message };
    }
  },
  examples: {
    uipath: {
      bad: [
        inner('total', variable('total')),
        inner('IN_PATH', '<x:Property Name="in_Path" Type="InArgument(x:String)" />'),
      ],
      good: [
        inner('total', variable('sum')),
        // Near misses: one behind the other, and the item that the designer names.
        inner('total', inner('total')),
        `<ui:ForEach x:TypeArguments="x:String"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
  <ActivityAction.Argument><DelegateInArgument x:TypeArguments="x:String" Name="item" /></ActivityAction.Argument>
  <ui:ForEach x:TypeArguments="x:String"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
    <ActivityAction.Argument><DelegateInArgument x:TypeArguments="x:String" Name="item" /></ActivityAction.Argument><WriteLine Text="[item]" />
  </ActivityAction></ui:ForEach.Body></ui:ForEach></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
      ],
    },
  },
});
