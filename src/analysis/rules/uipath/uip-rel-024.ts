/** Activities that no run can reach. */
import { childrenOf, descendantsOf, isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

const CHARTS = new Set(['Flowchart', 'StateMachine']);

function isReal(activity: Activity): boolean {
  return activity.enabled && activity.role !== 'comment' && activity.type !== 'Sequence';
}

/** Returns whether an activity has an effect, or holds one that has. */
function hasContent(workflow: Workflow, activity: Activity): boolean {
  if (isReal(activity)) return true;
  for (const inner of descendantsOf(workflow, activity)) if (isReal(inner)) return true;
  return false;
}

function deadBranch(container: Activity, dead: Activity): Problem {
  const condition = propertyOf(container, 'Condition')?.text.trim();
  return {
    at: container,
    message: `The condition of "${container.name}" is always ${condition}, so its ${dead.slot} branch never runs.`,
    subject: dead.slot,
  };
}

/** Yields the first dead step of each chain: the steps behind it are dead for the same reason. */
function* deadSteps(
  chart: Activity,
  dead: readonly Activity[],
  targets: ReadonlySet<number>,
): Generator<Problem> {
  for (const step of dead) {
    if (targets.has(step.index) || step.role === 'comment') continue;
    yield { at: step, message: `No connection of "${chart.name}" leads to "${step.name}".` };
  }
}

function deadRest(container: Activity, siblings: readonly Activity[], first: Activity): Problem {
  const before = siblings.findLast((sibling) => sibling.reachable);
  const reason = before === undefined ? '' : `: "${before.name}" always leaves "${container.name}" before it`;
  return { at: first, message: `"${first.name}" can never run${reason}.` };
}

export const rule = defineRule({
  id: 'UIP-REL-024',
  version: 1,
  title: 'Unreachable activity',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The activity never runs although it looks as if it did: either the step is missing from the process, or it misleads everyone who reads the workflow.',
  fix: 'Move the activity before the Throw, Rethrow, Break or Continue above it, connect the step in the designer, or give the If a real condition. Delete what is not needed any more.',
  compliance: ['MAINT'],
  controls: ['CWE-561'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    if (workflow.activities.every(({ reachable }) => reachable)) return;
    const targets = new Set(workflow.transitions.map(({ to }) => to));
    for (const container of workflow.activities) {
      if (!isLive(container)) continue;
      const siblings = childrenOf(workflow, container);
      const dead = siblings.filter((child) => !child.reachable);
      const first = dead.find((child) => hasContent(workflow, child));
      if (first === undefined) continue;
      if (CHARTS.has(container.type)) yield* deadSteps(container, dead, targets);
      else if (container.type === 'If') yield deadBranch(container, first);
      else yield deadRest(container, siblings, first);
    }
  },
  examples: {
    uipath: {
      bad: [
        `<Throw DisplayName="Fail" Exception="[New Exception(&quot;no&quot;)]" />
<ui:LogMessage DisplayName="Say so" /><ui:CloseBrowser />`,
        '<If Condition="True"><If.Then><WriteLine /></If.Then><If.Else><Sequence><Delay /></Sequence></If.Else></If>',
        `<Flowchart DisplayName="Chart"><Flowchart.StartNode><x:Reference>a</x:Reference></Flowchart.StartNode>
  <FlowStep x:Name="a"><WriteLine /></FlowStep>
  <FlowStep x:Name="b"><Delay DisplayName="Lost" /><FlowStep.Next><FlowStep><Assign /></FlowStep></FlowStep.Next></FlowStep>
</Flowchart>`,
      ],
      good: [
        '<ui:LogMessage /><Throw Exception="[New Exception(&quot;no&quot;)]" /><ui:Comment Text="the end" />',
        '<If Condition="[count &gt; 0]"><If.Then><Throw /></If.Then></If><WriteLine />',
        // Near misses: a cycle that the start leads into, and a throw that is switched off.
        `<Flowchart><Flowchart.StartNode><x:Reference>b</x:Reference></Flowchart.StartNode>
  <FlowDecision x:Name="a" Condition="[again]"><FlowDecision.True><x:Reference>b</x:Reference></FlowDecision.True></FlowDecision>
  <FlowStep x:Name="b"><Delay /><FlowStep.Next><x:Reference>a</x:Reference></FlowStep.Next></FlowStep></Flowchart>`,
        '<ui:CommentOut><ui:CommentOut.Body><Sequence><Throw /></Sequence></ui:CommentOut.Body></ui:CommentOut><WriteLine />',
      ],
    },
  },
});
