/** Finds recoveries that reach the end of their page while the exception is still being handled. */
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';

/** Stages behind which a recovery is over. */
const OVER = new Set(['Resume', 'Exception']);

/** Maps each stage to the End that it reaches without Resume or Exception, or to -1. */
function unresumedEnds({ activities, transitions }: Workflow, found: readonly Activity[]): Int32Array {
  /** For each stage the first link to it, and for each link the next one to the same stage. */
  const first = new Int32Array(activities.length).fill(-1);
  const next = new Int32Array(transitions.length);
  for (let i = transitions.length - 1; i >= 0; i -= 1) {
    const { to } = transitions[i]!;
    if (to === -1) continue;
    next[i] = first[to]!;
    first[to] = i;
  }
  const ends = new Int32Array(activities.length).fill(-1);
  // Backwards from every End at once: the loop also visits stages added meanwhile.
  const reached: number[] = [];
  for (const { index } of found) {
    ends[index] = index;
    reached.push(index);
  }
  for (let at = 0; at < reached.length; at += 1) {
    for (let i = first[reached[at]!]!; i !== -1; i = next[i]!) {
      const { from } = transitions[i]!;
      if (ends[from] !== -1 || OVER.has(activities[from]!.type)) continue;
      ends[from] = ends[reached[at]!]!;
      reached.push(from);
    }
  }
  return ends;
}

const FAILING =
  '<stage stageid="a" name="Open Workbook" type="Action"><onsuccess>end</onsuccess><resource object="MS Excel VBO" action="Open Workbook"/></stage>';

export const rule = defineRule({
  id: 'BPR-REL-003',
  version: 1,
  title: 'Recovery never resumed',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Without Resume the process is still in recovery mode: the next exception is not caught by any Recover stage of the page and ends the session.',
  fix: 'Draw a Resume stage into the path, directly behind what has to happen while ExceptionType() and ExceptionDetail() are known; or end the path in an Exception stage when the caller has to deal with it.',
  compliance: ['ERR'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>end</onsuccess></stage>`,
        // One of two ways has no Resume.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>q</onsuccess></stage>
         <stage stageid="q" name="Known?" type="Decision"><ontrue>u</ontrue><onfalse>m</onfalse><decision expression="[Known]"/></stage>
         <stage stageid="m" name="Write Log" type="SubSheet"><onsuccess>end</onsuccess><processid>p</processid></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>end</onsuccess></stage>`,
        // Back into the normal flow, which then ends.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>a</onsuccess></stage>`,
      ],
      good: [
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>end</onsuccess></stage>`,
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>x</onsuccess></stage>
         <stage stageid="x" name="Throw" type="Exception"><exception type="" detail="" usecurrent="yes"/></stage>`,
        // A link that is missing is another rule's.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"/>`,
      ],
    },
  },
  level: 'workflow',
  types: ['Recover'],
  *check(workflow) {
    const recovers = stagesOf(workflow, 'Recover');
    if (recovers.length === 0) return;
    const ends = unresumedEnds(workflow, stagesOf(workflow, 'End'));
    for (const activity of recovers) {
      const end = workflow.activities[ends[activity.index]!];
      if (end === undefined) continue;
      const message = `From "${activity.name}" the flow reaches the stage "${end.name}" without a Resume stage.`;
      yield { at: activity, message };
    }
  },
});
