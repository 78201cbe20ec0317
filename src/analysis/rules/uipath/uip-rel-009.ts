/** A loop whose condition cannot become false, and that nothing leaves. */
import { ancestorsOf, descendantsOf, isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Variable, Workflow } from '../../model/workflow.ts';
import { mayWriteSymbols } from '../../patterns/uipath/short-form.ts';
import { resolveSymbol, type SymbolTable, symbolTable } from '../../patterns/used-symbols.ts';

const LOOPS = new Set(['While', 'DoWhile', 'InterruptibleWhile', 'InterruptibleDoWhile']);
/** Conditions that are always true. */
const ALWAYS = /^\s*(?:\(\s*)?(?:true|not\s+false|!\s*false|1\s*==?\s*1)\s*(?:\)\s*)?$/i;
/** Types whose values change only by assignment; an object can change by itself. */
const PLAIN_TYPE =
  /^(?:String|Boolean|S?Byte|U?Int(?:16|32|64)|Single|Double|Decimal|DateTime|TimeSpan|Guid)$/;
/** Roles of activities that end a loop from inside. */
const LEAVES = new Set(['throw', 'terminate']);

/** Returns whether an activity in the loop ends it: an exception that it throws on purpose, or a Break of this loop. */
function isLeft(workflow: Workflow, loop: Activity, inside: readonly Activity[]): boolean {
  return inside.some((activity) => {
    if (!isLive(activity)) return false;
    if (LEAVES.has(activity.role) || activity.type === 'Return') return true;
    if (activity.type !== 'Break') return false;
    for (const up of ancestorsOf(workflow, activity)) if (up.role === 'loop') return up === loop;
    return false;
  });
}

/** Returns whether an activity may write a symbol outside the condition. */
function mayWrite(
  activity: Activity,
  isIt: (expression: Expression) => boolean,
  condition: Expression,
): boolean {
  return activity.properties.some(
    (property) =>
      property.expression !== undefined &&
      property.expression !== condition &&
      mayWriteSymbols(activity, property) &&
      isIt(property.expression),
  );
}

/** Returns the symbols that the condition reads when it depends on them alone; undefined when that is not known. */
function readsOf(workflow: Workflow, table: SymbolTable, condition: Expression): Variable[] | undefined {
  const symbols: Variable[] = [];
  for (const key of condition.mentions) {
    const symbol = resolveSymbol(workflow, table, key, condition.owner);
    if (symbol === undefined || !PLAIN_TYPE.test(symbol.type)) return undefined;
    symbols.push(symbol);
  }
  return symbols.length === 0 ? undefined : symbols;
}

export const rule = defineRule({
  id: 'UIP-REL-009',
  version: 2,
  title: 'Loop cannot end',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The job never ends by itself: it holds its robot and its license, writes logs without end, and jobs that wait for the robot do not start.',
  fix: 'Change in the loop what the condition looks at, and add a second way out: a counter in the condition, the Max Iterations property, or an If with "Break".',
  compliance: ['AVAIL'],
  controls: ['CWE-835'],
  options: {},
  level: 'workflow',
  words: ['while'],
  *check(workflow) {
    let table: SymbolTable | undefined;
    for (const loop of workflow.activities) {
      if (!LOOPS.has(loop.type) || !isLive(loop)) continue;
      const condition = propertyOf(loop, 'Condition');
      if (condition === undefined || propertyOf(loop, 'MaxIterations') !== undefined) continue;
      const isTrue = ALWAYS.test(condition.text);
      table ??= symbolTable(workflow);
      const reads = isTrue || !condition.expression ? [] : readsOf(workflow, table, condition.expression);
      if (reads === undefined || (!isTrue && reads.length === 0)) continue;
      const inside = [...descendantsOf(workflow, loop)];
      if (isLeft(workflow, loop, inside)) continue;
      const known = table;
      const isRead = ({ mentions, owner }: Expression): boolean =>
        mentions.some((key) => reads.includes(resolveSymbol(workflow, known, key, owner)!));
      if (!isTrue && [loop, ...inside].some((activity) => mayWrite(activity, isRead, condition.expression!)))
        continue;
      const names = reads.map(({ name }) => `"${name}"`).join(' and ');
      yield {
        at: condition,
        message: isTrue
          ? `The condition of "${loop.name}" is always True and nothing in it leaves the loop.`
          : `"${loop.name}" runs while a condition on ${names} holds, and nothing in it changes that or leaves the loop.`,
        subject: condition.name,
      };
    }
  },
  examples: {
    uipath: {
      bad: [
        '<While DisplayName="Poll" Condition="True"><ui:LogMessage Message="still here" /></While>',
        `<Variable x:TypeArguments="x:Int32" Name="count" /><Variable x:TypeArguments="x:Int32" Name="total" />
<ui:InterruptibleWhile Condition="[count &lt; 10]"><ui:InterruptibleWhile.Body><Sequence>
  <Assign><Assign.To><OutArgument x:TypeArguments="x:Int32">[total]</OutArgument></Assign.To>
    <Assign.Value><InArgument x:TypeArguments="x:Int32">[total + count]</InArgument></Assign.Value></Assign>
</Sequence></ui:InterruptibleWhile.Body></ui:InterruptibleWhile>`,
        `<DoWhile><DoWhile.Condition><CSharpValue x:TypeArguments="x:Boolean">true</CSharpValue></DoWhile.Condition>
  <ui:ForEach x:TypeArguments="x:Object" Values="[rows]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:Object">
    <Sequence><ui:Break /></Sequence></ActivityAction></ui:ForEach.Body></ui:ForEach></DoWhile>`,
        '<While Condition="[1 = 1]"><Delay /></While>',
        // The counter is read only: by an argument element, and by a message in the short form.
        `<Variable x:TypeArguments="x:Int32" Name="n" /><While Condition="[n &lt; 5]"><ui:InvokeWorkflowFile WorkflowFileName="Step.xaml"><ui:InvokeWorkflowFile.Arguments>
    <InArgument x:TypeArguments="x:Int32" x:Key="in_Number">[n]</InArgument></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile></While>`,
        '<Variable x:TypeArguments="x:Int32" Name="n" /><While Condition="[n &lt; 5]"><WriteLine Text="[n]" /></While>',
      ],
      good: [
        `<Variable x:TypeArguments="x:Boolean" Name="found" /><While Condition="[Not found]"><ui:ElementExists Exists="[found]" /></While>`,
        '<While Condition="[True]"><If Condition="[count &gt; 3]"><If.Then><ui:Break /></If.Then></If></While>',
        `<Variable x:TypeArguments="x:Int32" Name="page" /><DoWhile Condition="[page &gt; 0]">
  <ui:InvokeWorkflowFile WorkflowFileName="NextPage.xaml"><ui:InvokeWorkflowFile.Arguments>
    <InOutArgument x:TypeArguments="x:Int32" x:Key="io_Page">[page]</InOutArgument></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile></DoWhile>`,
        // The short form does not say whether the activity writes.
        '<Variable x:TypeArguments="x:Int32" Name="n" /><While Condition="[n &lt; 5]"><ui:Next Number="[n]" /></While>',
        // Near misses: the clock, and an object that may change by itself.
        '<Variable x:TypeArguments="x:DateTime" Name="end" /><While Condition="[DateTime.Now &lt; end]"><Delay /></While>',
        '<Variable x:TypeArguments="s:Object" Name="item" /><DoWhile Condition="[item IsNot Nothing]"><Delay /></DoWhile>',
      ],
    },
  },
});
