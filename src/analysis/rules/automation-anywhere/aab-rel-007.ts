/** Commands that stop the bot while a session is open that the bot closes on its other ways. */
import { enclosing, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { type SessionUse, sessionsOf } from '../../patterns/automation-anywhere/session-commands.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { defineRule } from '../define-rule.ts';

const STOP = 'TaskBot/stopTask';
/** Lines that a message names. */
const LINES_MAX = 10;

/** Sessions of a bot that are followed. */
const SESSIONS_MAX = 100;

/** Yields each opening of a session with the stops that a run comes to first from there; each stop once. */
function* stopsWithin(
  workflow: Workflow,
  opened: readonly SessionUse[],
  closing: readonly SessionUse[],
): Generator<readonly [open: SessionUse, stops: readonly Activity[]]> {
  // One that is never closed is for AAB-REL-013; a Finally closes it on every way.
  if (closing.length === 0 || closing.some(({ activity }) => enclosing(workflow, activity, 'finally')))
    return;
  const closes = new Set(closing.map(({ activity }) => activity.index));
  // What lies behind a node that another opening led to is known.
  const seen = new Set<number>();
  const through = (node: number): boolean => !closes.has(node) && !seen.has(node);
  for (const open of opened) {
    const reached = reachedAfter(flowOf(workflow), [open.activity.index], { kinds: FORWARD, through });
    for (const node of reached) seen.add(node);
    const stops = [...reached]
      .flatMap((node) => workflow.activities[node] ?? [])
      .filter((stop) => stop.type === STOP && isLive(stop))
      .sort((one, other) => one.index - other.index);
    if (stops.length > 0) yield [open, stops];
  }
}

// Two of five public bots stop themselves, most of them before there is anything to lose: only a stop that leaves a session
// behind counts.
export const rule = defineRule('AAB-REL-007', {
  level: 'workflow',
  types: [STOP],
  *check(workflow) {
    for (const { facts, opened, closed, isPassed } of sessionsOf(workflow)) {
      if (isPassed || facts.severity === 'low') continue;
      const closings = Map.groupBy(closed, ({ key }) => key);
      const openings = [...Map.groupBy(opened, ({ key }) => key)].slice(0, SESSIONS_MAX);
      const found = openings.flatMap(([key, same]) => [
        ...stopsWithin(workflow, same, closings.get(key) ?? []),
      ]);
      const reported = new Set<Activity>();
      for (const [{ activity, at }, all] of found) {
        const stops = all.filter((stop) => !reported.has(stop));
        const [first] = stops;
        if (first === undefined) continue;
        for (const stop of stops) reported.add(stop);
        const lines = stops.map(({ editorLine }) => editorLine);
        const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, LINES_MAX).join(', ')}${lines.length > LINES_MAX ? ' …' : ''}`;
        const message = `The bot stops on ${where} with the session "${at.text}" open, which it opens on line ${activity.editorLine}: ${facts.left}.`;
        yield { at: first, subject: at.text, message };
      }
    }
  },
});
