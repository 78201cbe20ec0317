/** Finds conditions with the same result in every run. */
import { childrenOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';

/** Activity types and the setting with their condition. */
const CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['If', 'Condition'],
  ['IfElseIfBlock', 'Condition'],
  ['FlowDecision', 'Condition'],
  ['Decision', 'expression'],
]);

const assign =
  '<Assign DisplayName="Count"><Assign.To><OutArgument x:TypeArguments="x:Int32">[n]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:Int32">[n + 1]</InArgument></Assign.Value></Assign>';
const when = (condition: string, then = assign): string =>
  `<Variable x:TypeArguments="x:Int32" Name="n" /><If DisplayName="Enough?" Condition="[${condition}]"><If.Then>${then}</If.Then></If>`;
const chart = (condition: string): string =>
  `<Flowchart StartNode="{x:Reference a}"><FlowDecision x:Name="a" DisplayName="Enough?" Condition="[${condition}]"><FlowDecision.True><FlowStep><WriteLine /></FlowStep></FlowDecision.True></FlowDecision></Flowchart>`;
const decision = (expression: string): string =>
  `<stage stageid="d" name="Enough?" type="Decision"><decision expression="${expression}"/><ontrue>a</ontrue><onfalse>end</onfalse></stage>
   <stage stageid="a" name="Count" type="Calculation"><onsuccess>end</onsuccess><calculation expression="[N]+1" stage="N"/></stage>`;

// Cloud flows and desktop flows have rules of their own, PAF-REL-024 and PAD-REL-006, and so have loops: UIP-REL-009.
export const rule = defineRule({
  id: 'XPL-REL-010',
  version: 2,
  title: 'Condition with a fixed outcome',
  platforms: ['uipath', 'blue-prism'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Each run takes the same way: the other one never happens, and the check that people see does not exist.',
  fix: 'Compare the value that the step is about with what it should be. Delete the condition if it is left over from a test.',
  compliance: ['ERR'],
  controls: ['CWE-570', 'CWE-571'],
  options: {},
  level: 'activity',
  types: [...CONDITIONS.keys()],
  *check(activity, { workflow }) {
    const condition = propertyOf(activity, CONDITIONS.get(activity.type) ?? '');
    const result = condition === undefined ? undefined : constantCondition(condition);
    if (condition === undefined || result === undefined) return;
    // The rule for what cannot run says so there.
    if (childrenOf(workflow, activity).some(({ reachable }) => !reachable)) return;
    const message = `The condition of "${activity.name}" is ${result ? 'true' : 'false'} in every run.`;
    yield { at: condition, subject: 'condition', message };
  },
  examples: {
    uipath: {
      bad: [
        when('True'),
        chart('True'),
        // Or where And is meant: one of both is always so.
        when('n &lt;&gt; 3 OrElse n &lt;&gt; 4'),
        when(
          'row(&quot;Type&quot;).ToString = &quot;A&quot; And n = 1 And row(&quot;Type&quot;).ToString = &quot;B&quot;',
        ),
      ],
      good: [
        when('n = 3'),
        // Near misses: one side that data decide, a loop, and a branch that cannot run: UIP-REL-024.
        when('True AndAlso n = 3'),
        when('n &lt;&gt; 3 AndAlso n &lt;&gt; 4'),
        when(
          'row(&quot;Type&quot;).ToString = &quot;A&quot; Or row(&quot;Type&quot;).ToString = &quot;B&quot;',
        ),
        when('reader.Read() = 1 AndAlso reader.Read() = 2'),
        '<While Condition="True"><Delay /></While>',
        '<If Condition="True"><If.Then><WriteLine /></If.Then><If.Else><Sequence><Delay /></Sequence></If.Else></If>',
      ],
    },
    'blue-prism': {
      bad: [decision('True'), decision('1=1'), decision('[N]=[N]'), decision('[N]&lt;&gt;3 OR [N]&lt;&gt;4')],
      good: [
        decision('[N]=3'),
        decision('[N]=[M]'),
        decision('True AND [N]=3'),
        decision('[N]&lt;&gt;3 OR [M]&lt;&gt;4'),
      ],
    },
  },
});
