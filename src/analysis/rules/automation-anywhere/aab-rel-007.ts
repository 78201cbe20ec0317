/** Commands that stop the bot while a session is open that the bot closes on its other ways. */
import { enclosing, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { type SessionUse, sessionsOf } from '../../patterns/automation-anywhere/session-commands.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { defineRule } from '../define-rule.ts';

const STOP = 'TaskBot/stopTask';

/** Returns the stops that a run comes to with a session open. */
function stopsWithin(
  workflow: Workflow,
  open: Activity,
  closing: readonly SessionUse[],
): readonly Activity[] {
  // One that is never closed is for AAB-REL-013; a Finally closes it on every way.
  if (closing.length === 0 || closing.some(({ activity }) => enclosing(workflow, activity, 'finally')))
    return [];
  const closes = new Set(closing.map(({ activity }) => activity.index));
  const through = (node: number): boolean => !closes.has(node);
  const reached = reachedAfter(flowOf(workflow), [open.index], { kinds: FORWARD, through });
  return workflow.activities.filter((stop) => stop.type === STOP && isLive(stop) && reached.has(stop.index));
}

// Two of five public bots stop themselves, most of them before there is anything to lose: only a stop that leaves a session
// behind counts.
export const rule = defineRule('AAB-REL-007', {
  level: 'workflow',
  types: [STOP],
  *check(workflow) {
    for (const { facts, opened, closed, isPassed } of sessionsOf(workflow)) {
      if (isPassed || facts.severity === 'low') continue;
      const reported = new Set<Activity>();
      for (const { activity, at, key } of opened) {
        const closing = closed.filter((close) => close.key === key);
        const stops = stopsWithin(workflow, activity, closing).filter((stop) => !reported.has(stop));
        const [first] = stops;
        if (first === undefined) continue;
        for (const stop of stops) reported.add(stop);
        const lines = stops.map(({ editorLine }) => editorLine).join(', ');
        const message = `The bot stops on line ${lines} with the session "${at.text}" open, which it opens on line ${activity.editorLine}: ${facts.left}.`;
        yield { at: first, subject: at.text, message };
      }
    }
  },
});
