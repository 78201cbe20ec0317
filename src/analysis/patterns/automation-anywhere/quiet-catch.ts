/** Catches that neither report an error nor do something else instead. */
import { descendantsOf, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

/** Returns whether a command acts when it runs. Comments and steps do nothing by themselves. */
export const acts = (activity: Activity): boolean =>
  isLive(activity) && activity.role !== 'comment' && activity.type !== 'Step/step';

/** Commands that only tidy up, or that go to the next round of a loop. */
const QUIET =
  /\/\w{0,60}(?:close|disconnect|endsession)\w{0,60}$|^clipboard\/|^loop\/loop\.commands\.(?:break|continue)$/i;

/** Returns whether a command neither reports the error nor tries another way. */
export const isQuiet = ({ role, type }: Activity): boolean =>
  role === 'assign' || role === 'delay' || QUIET.test(type);

/** Returns whether a catch, perhaps an empty one, says nothing of its error. */
export function isQuietCatch(workflow: Workflow, handler: Activity): boolean {
  return [...descendantsOf(workflow, handler)].filter(acts).every(isQuiet);
}
