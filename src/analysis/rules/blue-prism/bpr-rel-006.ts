/** A wait whose time-out goes on as if the awaited had come. */
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';

/** Stages that only lead to the next one. */
const SILENT = new Set(['WaitEnd', 'Anchor', 'Note']);

/** Returns the first stages that do something behind a time-out, or behind the conditions of a wait. */
function stagesBehind(workflow: Workflow, wait: Activity, isTimeout: boolean): readonly Activity[] {
  const outgoing = outgoingOf(workflow);
  const links = outgoing[wait.index]!.filter(({ when }) => when.includes('timedout') === isTimeout);
  const reached = new Set(links.map(({ to }) => to));
  const stages: Activity[] = [];
  for (const index of reached) {
    const stage = workflow.activities[index];
    if (stage === undefined) continue;
    if (!SILENT.has(stage.type)) stages.push(stage);
    else for (const { to } of outgoing[index]!) reached.add(to);
  }
  return stages;
}

const wait = (found: string, timedOut: string, more = ''): string =>
  `<stage stageid="w" name="Orders Page" type="WaitStart"><groupid>g</groupid><choices><choice expression=""><name>Found</name><ontrue>${found}</ontrue></choice>${more}</choices><timeout>20</timeout></stage>
   <stage stageid="v" name="Time Out1" type="WaitEnd"><groupid>g</groupid><onsuccess>${timedOut}</onsuccess></stage>
   <stage stageid="r" name="Read Orders" type="Read"><onsuccess>end</onsuccess></stage>`;

// Only where both ways lead to one stage. On public objects, half of the time-outs that lead to another stage or an end
// were meant: the element was a dialogue, or a further page, that may not come.
export const rule = defineRule({
  id: 'BPR-REL-006',
  version: 1,
  title: 'Wait timeout is not an error',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whether the element came makes no difference: the failure shows later in another place, or never, and the case counts as done.',
  fix: 'Link the Time Out stage to an Exception stage with the type System Exception and a detail that names the element. Where the element may be absent, decide about it: set a flag, or return it to the caller.',
  compliance: ['ERR'],
  controls: ['CWE-394'],
  options: {},
  level: 'activity',
  types: ['WaitStart'],
  *check(wait, { workflow }) {
    const [timedOut] = stagesBehind(workflow, wait, true);
    const found = stagesBehind(workflow, wait, false);
    if (timedOut === undefined || found.length === 0 || found.some((stage) => stage !== timedOut)) return;
    yield { at: wait, message: `"${wait.name}" leads to "${timedOut.name}" also when it times out.` };
  },
  examples: {
    'blue-prism': {
      bad: [
        wait('r', 'r'),
        wait('end', 'end'),
        `${wait('r', 'n')}<stage stageid="n" name="Anchor1" type="Anchor"><onsuccess>r</onsuccess></stage>`,
      ],
      good: [
        `${wait('r', 'x')}<stage stageid="x" name="No Page" type="Exception"><exception type="System Exception" detail="&quot;No page&quot;"/></stage>`,
        // Near misses: what may not come is skipped, one of two conditions is, and a wait without conditions.
        wait('r', 'end'),
        wait('end', 'end', '<choice expression=""><name>Dialogue</name><ontrue>r</ontrue></choice>'),
        `<stage stageid="w" name="Wait1" type="WaitStart"><groupid>g</groupid><choices/><timeout>1</timeout></stage>
         <stage stageid="v" name="Time Out1" type="WaitEnd"><groupid>g</groupid><onsuccess>end</onsuccess></stage>`,
      ],
    },
  },
});
