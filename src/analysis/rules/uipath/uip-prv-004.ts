/** A line of the log that holds a whole record. */
import type { Expr } from '../../model/expr.ts';
import { defineRule } from '../../model/rule.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { HARMLESS_TYPES } from '../../patterns/uipath/own-values.ts';
import { resolveSymbol, symbolTable } from '../../patterns/used-symbols.ts';
import { callsOf } from '../../semantics/callee.ts';
import { childNodes, walk } from '../../semantics/visit.ts';

/** Settings with the text of a line. */
const TEXT = /^(?:message|text)$/i;
/** Members that are all fields of a queue item or row. */
const WHOLE = /^(?:specificcontent|itemarray)$/i;

/** Returns the member that gives all fields, where nothing takes one of them or only counts them. */
function wholeRecord(tree: Expr): string | undefined {
  for (const node of walk(tree))
    for (const child of childNodes(node)) {
      if (child.kind !== 'member' || !WHOLE.test(child.name)) continue;
      const isPart =
        node.kind === 'member' || node.kind === 'index' || (node.kind === 'call' && node.callee === child);
      if (!isPart) return child.name;
    }
  return undefined;
}

/** Returns the name of a variable that is serialised and no text, number or date. */
function serialised(workflow: Workflow, { tree, owner, language }: Expression): string | undefined {
  for (const { args } of callsOf(tree, 'serializeobject')) {
    const value = args[0]?.value;
    if (value?.kind !== 'reference') continue;
    const key = language === 'csharp' ? value.name : value.name.toLowerCase();
    const type = resolveSymbol(workflow, symbolTable(workflow), key, owner)?.type;
    if (type !== undefined && type !== 'String' && !HARMLESS_TYPES.test(type)) return value.name;
  }
  return undefined;
}

const log = (message: string): string =>
  `<ui:LogMessage DisplayName="Log order" Level="Info" Message="[${message}]" />`;

export const rule = defineRule({
  id: 'UIP-PRV-004',
  version: 1,
  title: 'Whole record written to a log',
  platforms: ['uipath'],
  category: 'data-privacy',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Each field goes into the log of the robot and of Orchestrator, where more people can read it than the record itself, for longer, and also the fields that are added later.',
  fix: 'Log what identifies the record, such as the reference of the queue item or the number of the order.',
  compliance: ['PIILOG'],
  options: {},
  level: 'expression',
  words: ['specificcontent', 'itemarray', 'serializeobject'],
  *check(expression, { workflow }) {
    const step = workflow.activities[expression.owner];
    if (step?.role !== 'log' || !TEXT.test(expression.name)) return;
    const record = wholeRecord(expression.tree) ?? serialised(workflow, expression);
    if (record === undefined) return;
    const message = `"${step.name}" writes all of "${record}" to the log.`;
    yield { at: expression, subject: expression.name, message };
  },
  examples: {
    uipath: {
      bad: [
        log('String.Join(vbTab, row.ItemArray)'),
        log('&quot;Got &quot; + JsonConvert.SerializeObject(in_Item.SpecificContent)'),
        `<Variable x:TypeArguments="sd:DataTable" Name="orders" />${log('JsonConvert.SerializeObject(orders)')}`,
      ],
      good: [
        log('in_Item.Reference'),
        log('in_Item.SpecificContent(&quot;Order&quot;).ToString'),
        // Near misses: how many fields there are, and a text that is only quoted.
        log('row.ItemArray.Length.ToString + item.SpecificContent.Count.ToString'),
        `<Variable x:TypeArguments="x:String" Name="note" />${log('JsonConvert.SerializeObject(note)')}`,
      ],
    },
  },
});
