/** Finds recoveries that reach the end of their page while the exception is still being handled. */
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stagesOf } from '../patterns/stages.ts';

/** Stages behind which a recovery is over. */
const OVER = new Set(['Resume', 'Exception']);

/** For each stage from which an End is reached without Resume or Exception that End. */
function unresumedEnds(workflow: Workflow): ReadonlyMap<number, Activity> {
  const before: (number[] | undefined)[] = workflow.activities.map(() => undefined);
  for (const { from, to } of workflow.transitions) {
    if (to === -1) continue;
    const list = before[to];
    if (list === undefined) before[to] = [from];
    else list.push(from);
  }
  const ends = new Map<number, Activity>();
  for (const activity of stagesOf(workflow, 'End')) ends.set(activity.index, activity);
  // Backwards from every End at once: a map that grows while it is walked.
  for (const [index, end] of ends) {
    for (const from of before[index] ?? []) {
      if (!ends.has(from) && !OVER.has(workflow.activities[from]!.type)) ends.set(from, end);
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
    const ends = unresumedEnds(workflow);
    for (const activity of recovers) {
      const end = ends.get(activity.index);
      if (end === undefined) continue;
      const message = `From "${activity.name}" the flow reaches the stage "${end.name}" without a Resume stage.`;
      yield { at: activity, message };
    }
  },
});
