/** Variables that nothing in the workflow uses. */
import { defineRule } from '../../model/rule.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';
import { usedSymbols } from '../../patterns/used-symbols.ts';

/** Returns the names between double braces: `<webctrl name='{{customer}}'/>`. */
function namesInTemplates(workflow: Workflow): Set<string> {
  const names = new Set<string>();
  for (const { properties } of workflow.activities) {
    for (const { text } of properties) {
      for (const piece of text.includes('{{') ? text.split('{{').slice(1) : [])
        names.add(
          piece
            .slice(0, Math.max(0, piece.indexOf('}}')))
            .trim()
            .toLowerCase(),
        );
    }
  }
  return names;
}

/** Variable that Studio generates for triggers, which look it up by its name. */
const GENERATED = 'BreakTriggerScopeVariableName';

/**
 * Returns whether a container owns the variable: no author can delete the item of a loop or the exception of a catch.
 */
function isOwn(variable: Variable): boolean {
  if (variable.name === GENERATED) return false;
  return variable.modifiers?.some((modifier) => modifier.startsWith('Delegate')) !== true;
}

export const rule = defineRule({
  id: 'UIP-MNT-005',
  version: 1,
  title: 'Unused variable',
  platforms: ['uipath'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Variables without a use hide the ones that matter and make readers look for what they are for.',
  fix: 'Delete it in the Variables panel of the scope that declares it, or let Studio delete all of them: Remove Unused > Variables on the Design ribbon.',
  compliance: ['MAINT'],
  controls: ['CWE-563'],
  options: {},
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    const own = workflow.variables.filter((variable) => variable.enabled && isOwn(variable));
    if (own.length === 0) return;
    const used = usedSymbols(workflow);
    const unused = own.filter((variable) => !used.has(variable));
    const templates = unused.length === 0 ? new Set() : namesInTemplates(workflow);
    for (const variable of unused) {
      if (templates.has(variable.name.toLowerCase())) continue;
      const scope = workflow.activities[variable.owner]?.name ?? workflow.name;
      yield {
        at: variable,
        message: `Variable "${variable.name}" of "${scope}" is never used.`,
        subject: variable.name,
      };
    }
  },
  examples: {
    uipath: {
      bad: [
        '<Variable x:TypeArguments="x:String" Name="old" /><WriteLine Text="old" />',
        `<Variable x:TypeArguments="x:String" Name="text" />
<Sequence DisplayName="Inner"><Sequence.Variables><Variable x:TypeArguments="x:String" Name="text" /></Sequence.Variables>
  <WriteLine Text="[text]" /></Sequence>`,
      ],
      good: [
        '<Variable x:TypeArguments="x:String" Name="Text" /><WriteLine Text="[TEXT.Trim]" />',
        `<Variable x:TypeArguments="x:String" Name="customer" />
<ui:Click><ui:Click.Target><ui:Target Selector="&lt;webctrl name='{{customer}}' /&gt;" /></ui:Click.Target></ui:Click>`,
        // Near miss: the item belongs to the loop.
        `<ui:ForEach x:TypeArguments="x:String" Values="[{&quot;a&quot;}]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
  <ActivityAction.Argument><DelegateInArgument x:TypeArguments="x:String" Name="item" /></ActivityAction.Argument>
  <Delay /></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
      ],
    },
  },
});
