/** An error is caught and nothing is done about it. */
import { descendantsOf, isLive, parentOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { losesNothing } from '../../patterns/automation-anywhere/lost-work.ts';
import { defineRule } from '../define-rule.ts';

/** Commands behind the try in which an error check counts as handling. */
const COMMANDS_LOOKED_AT = 5;

/** Returns whether a command acts when it runs. Comments and steps do nothing by themselves. */
const acts = (activity: Activity): boolean =>
  isLive(activity) && activity.role !== 'comment' && activity.type !== 'Step/step';

/** Returns whether a catch has a command that runs. */
function handles(workflow: Workflow, handler: Activity): boolean {
  for (const inner of descendantsOf(workflow, handler)) if (acts(inner)) return true;
  return false;
}

/** Returns whether the try of a catch has a command that can fail. The catch itself is a branch of the try. */
function canFail(workflow: Workflow, handler: Activity): boolean {
  const outer = parentOf(workflow, handler);
  if (outer === undefined) return true;
  return workflow.children[outer.index]!.some((index) => {
    const child = workflow.activities[index]!;
    if (child.slot === 'branches') return false;
    return acts(child) || (child.type === 'Step/step' && handles(workflow, child));
  });
}

/**
 * Returns whether commands right behind the try read the error: the catch stores its message in a variable, and one of
 * the next commands is an If about that variable. Real bots handle errors that way too.
 */
function isHandledBehind(workflow: Workflow, handler: Activity): boolean {
  const stored = new Set(
    handler.properties.flatMap(({ direction, expression }) =>
      direction === 'out' && expression !== undefined ? expression.mentions : [],
    ),
  );
  const outer = parentOf(workflow, handler);
  if (stored.size === 0 || outer === undefined) return false;
  let next = workflow.activities[behind(workflow, outer)];
  for (let looked = 0; looked < COMMANDS_LOOKED_AT && next?.parent === outer.parent; looked += 1) {
    if (next.role === 'branch' && isLive(next) && mentionsAny(next, stored)) return true;
    next = workflow.activities[behind(workflow, next)];
  }
  return false;
}

/** Returns the index behind an activity and its content. */
function behind(workflow: Workflow, activity: Activity): number {
  let last = activity.index;
  for (let inner = workflow.children[last]!; inner.length > 0; inner = workflow.children[last]!) {
    last = inner.at(-1)!;
  }
  return last + 1;
}

function mentionsAny(activity: Activity, keys: ReadonlySet<string>): boolean {
  return activity.properties.some(
    ({ direction, expression }) => direction === 'in' && expression?.mentions.some((key) => keys.has(key)),
  );
}

export const rule = defineRule('AAB-REL-002', {
  level: 'activity',
  types: ['ErrorHandler/catch'],
  *check(activity, { workflow }) {
    if (handles(workflow, activity) || isHandledBehind(workflow, activity)) return;
    if (!canFail(workflow, activity)) return;
    const off = [...descendantsOf(workflow, activity)].some(
      ({ role, type }) => role !== 'comment' && type !== 'Step/step',
    );
    const reason = off ? 'has only disabled commands' : 'is empty';
    const what = `The catch on line ${activity.editorLine} ${reason}, so its errors are lost`;
    const outer = parentOf(workflow, activity);
    // Real bots ignore on purpose that a picture fails, or that an old file is not there.
    yield outer !== undefined && losesNothing(workflow, outer)
      ? {
          at: activity,
          severity: 'low',
          message: `${what}. Its Try only tidies up, looks, takes pictures or writes logs.`,
        }
      : { at: activity, message: `${what}.` };
  },
});
