/** An error is caught, something else is done, and no one learns of it. */
import { descendantsOf, isLive, parentOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { losesNothing } from '../../patterns/automation-anywhere/lost-work.ts';
import { acts, isQuiet } from '../../patterns/automation-anywhere/quiet-catch.ts';
import { writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

const LEAVES_LOOP = 'Loop/loop.commands.break';

/** Returns whether the try is made again until it succeeds, and then leaves its loop. */
function isRetry(workflow: Workflow, handler: Activity): boolean {
  const outer = parentOf(workflow, handler);
  if (outer === undefined) return false;
  for (const { type, index } of descendantsOf(workflow, outer))
    if (type === LEAVES_LOOP && index < handler.index) return true;
  return false;
}

/** Returns whether a command outside of a range reads one of these variables. */
function isReadOutside(workflow: Workflow, keys: ReadonlySet<string>, first: number, last: number): boolean {
  return workflow.activities.some(
    (activity) =>
      (activity.index < first || activity.index > last) &&
      isLive(activity) &&
      activity.properties.some(
        ({ direction, expression }) =>
          direction === 'in' && expression?.mentions.some((key) => keys.has(key)),
      ),
  );
}

export const rule = defineRule('AAB-REL-003', {
  level: 'activity',
  types: ['ErrorHandler/catch'],
  *check(handler, { workflow }) {
    const inside = [...descendantsOf(workflow, handler)].filter(acts);
    // A catch without commands is another rule's.
    if (inside.length === 0 || !inside.every(isQuiet) || isRetry(workflow, handler)) return;
    const stored = new Set([handler, ...inside].flatMap(writtenBy));
    if (workflow.arguments.some(({ key, direction }) => direction !== 'in' && stored.has(key))) return;
    if (isReadOutside(workflow, stored, handler.index, inside.at(-1)!.index)) return;
    const message = `The catch on line ${handler.editorLine} hides its error: it does not log, send or return it.`;
    const outer = parentOf(workflow, handler);
    if (outer !== undefined && losesNothing(workflow, outer)) yield { at: handler, message, severity: 'low' };
    else yield { at: handler, message };
  },
});
