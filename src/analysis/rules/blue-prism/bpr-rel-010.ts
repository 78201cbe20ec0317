/** Finds stages that no path of their page leads to. */
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';

/** Stages that do nothing by themselves: a spare End is no dead code. */
const IDLE = new Set([
  'Note',
  'Anchor',
  'End',
  'LoopEnd',
  'ChoiceEnd',
  'WaitEnd',
  'Start',
  'Recover',
  'Resume',
]);

/** Block names for debugging: authors start the stages there by hand, so no path leads to them. */
const WORKBENCH = /^(?:debug|(?:tests?|testing)[\s\d_.:-]*$)/i;

/** Returns whether a stage lies in a block that its author uses for debugging or tests. */
function isOnWorkbench({ activities }: Workflow, { parent }: Activity): boolean {
  for (let at = parent; at !== -1; at = activities[at]!.parent) {
    const { type, name } = activities[at]!;
    if (type === 'Block' && WORKBENCH.test(name.trim())) return true;
  }
  return false;
}

/** Builds an example: two stages that nothing leads to, the first in a block and the second at a height of the page. */
const inBlock = (name: string, y = 120): string =>
  `<stage stageid="a" name="Add" type="Calculation"><display x="0" y="0"/><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>
   <stage stageid="k" name="${name}" type="Block"><display x="100" y="100" w="200" h="200"/></stage>
   <stage stageid="b" name="Log in" type="SubSheet"><display x="120" y="110"/><onsuccess>c</onsuccess><processid>p</processid></stage>
   <stage stageid="c" name="Get Orders" type="SubSheet"><display x="120" y="${y}"/><onsuccess>end</onsuccess><processid>p</processid></stage>`;

export const rule = defineRule({
  id: 'BPR-REL-010',
  version: 2,
  title: 'Unreachable stage',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Either it is left over and misleads the next person, or a link was lost and a step that should run does not.',
  fix: 'Check whether the stage should run. If so, link it into the flow; if not, delete it together with the stages that only it leads to.',
  compliance: ['MAINT'],
  controls: ['CWE-561'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        `<stage stageid="a" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>
         <stage stageid="b" name="Mark Completed" type="Action"><onsuccess>a</onsuccess><resource object="Queues" action="Mark Completed"/></stage>`,
        // One finding for the whole dead branch, at its first stage.
        `<stage stageid="a" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>
         <stage stageid="b" name="Install" type="SubSheet"><onsuccess>c</onsuccess><processid>p</processid></stage>
         <stage stageid="c" name="List" type="SubSheet"><onsuccess>end</onsuccess><processid>p</processid></stage>`,
        // Near misses: blocks that check something in the flow, and a dead branch that goes on outside the block.
        inBlock('Test the login'),
        inBlock('Contested orders'),
        inBlock('Debug', 900),
      ],
      good: [
        '<stage stageid="a" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>',
        `<stage stageid="a" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>b</onsuccess></stage>
         <stage stageid="b" name="Resume1" type="Resume"><onsuccess>c</onsuccess></stage>
         <stage stageid="c" name="Log" type="SubSheet"><onsuccess>end</onsuccess><processid>p</processid></stage>
         <stage stageid="n" name="Note1" type="Note"><narrative>Not linked</narrative></stage>`,
        inBlock('Debug'),
        inBlock('Test 2'),
        // A spare End does nothing.
        `<stage stageid="a" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>
         <stage stageid="e" name="End2" type="End"/>`,
      ],
    },
  },
  level: 'workflow',
  includeDisabled: true,
  *check(workflow) {
    const dead = workflow.activities.filter((activity) => !activity.reachable);
    if (dead.length === 0) return;
    const outgoing = outgoingOf(workflow);
    const covered = new Set<number>();
    const hasDeadBefore = new Set<number>();
    for (const { index } of dead) for (const { to } of outgoing[index]!) hasDeadBefore.add(to);

    /** Covers everything dead from `head` on; returns the stages with an effect, outside of workbenches. */
    function cover(head: Activity): readonly Activity[] {
      const steps: Activity[] = [];
      const queue = [head.index];
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        const activity = workflow.activities[at];
        if (activity === undefined || activity.reachable || covered.has(at)) continue;
        covered.add(at);
        if (!IDLE.has(activity.type) && !isOnWorkbench(workflow, activity)) steps.push(activity);
        for (const { to } of outgoing[at]!) queue.push(to);
      }
      return steps;
    }

    // First the heads, then the cycles that have none.
    for (const activity of [...dead.filter(({ index }) => !hasDeadBefore.has(index)), ...dead]) {
      if (covered.has(activity.index)) continue;
      const steps = cover(activity);
      if (steps.length === 0) continue;
      const at = isOnWorkbench(workflow, activity) ? steps[0]! : activity;
      const more =
        steps.length === 1 ? '' : ` It and what follows it are ${steps.length} stages that never run.`;
      yield { at, message: `No path leads to "${at.name}".${more}` };
    }
  },
});
