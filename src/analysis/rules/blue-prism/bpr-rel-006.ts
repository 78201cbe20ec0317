/** A wait whose time-out goes on as if the awaited had come. */

import type { Activity, Workflow } from '../../model/workflow.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';
import { defineRule } from '../define-rule.ts';

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

// Only where both ways lead to one stage. On public objects, half of the time-outs that lead to another stage or an end
// were meant: the element was a dialogue, or a further page, that may not come.
export const rule = defineRule('BPR-REL-006', {
  level: 'activity',
  types: ['WaitStart'],
  *check(wait, { workflow }) {
    const [timedOut] = stagesBehind(workflow, wait, true);
    const found = stagesBehind(workflow, wait, false);
    if (timedOut === undefined || found.length === 0 || found.some((stage) => stage !== timedOut)) return;
    yield { at: wait, message: `"${wait.name}" leads to "${timedOut.name}" even if it times out.` };
  },
});
