/** Finds stages that no path of their page leads to. */
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { outgoingOf } from '../patterns/flow-graph.ts';

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

export const rule = defineRule({
  id: 'BPR-REL-010',
  version: 1,
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
      ],
      good: [
        '<stage stageid="a" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>',
        `<stage stageid="a" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="N"/></stage>
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>b</onsuccess></stage>
         <stage stageid="b" name="Resume1" type="Resume"><onsuccess>c</onsuccess></stage>
         <stage stageid="c" name="Log" type="SubSheet"><onsuccess>end</onsuccess><processid>p</processid></stage>
         <stage stageid="n" name="Note1" type="Note"><narrative>Not linked</narrative></stage>`,
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

    /** Everything dead from `head` on that is not told yet; how much of it would do something. */
    function cover(head: Activity): number {
      let steps = 0;
      const queue = [head.index];
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        const activity = workflow.activities[at];
        if (activity === undefined || activity.reachable || covered.has(at)) continue;
        covered.add(at);
        if (!IDLE.has(activity.type)) steps += 1;
        for (const { to } of outgoing[at]!) queue.push(to);
      }
      return steps;
    }

    // First the heads, then the circles that have none.
    for (const activity of [...dead.filter(({ index }) => !hasDeadBefore.has(index)), ...dead]) {
      if (covered.has(activity.index)) continue;
      const steps = cover(activity);
      if (steps === 0) continue;
      const more = steps === 1 ? '' : ` It and what follows it are ${steps} stages that never run.`;
      yield { at: activity, message: `No path leads to "${activity.name}".${more}` };
    }
  },
});
