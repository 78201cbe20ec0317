/** Steps in a Try: whether there are any, and whether their failure loses any work. */
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { stepsIn } from '../steps-in.ts';

/** Pictures, log lines, pauses, deletions of files, and ends of windows, books and programs. */
const MINOR =
  /^(?:N?TakeScreenshot|SaveImage|LogMessage|WriteLine|Comment|Delay|Delete(?:File|Folder)?X?|KillProcess|N?(?:Minimize|Hide|Close)\w{0,40}|ExcelClose\w{0,40})$/;

/** Returns whether a step loses nothing when it fails. */
export const isMinor = ({ type }: Activity): boolean => MINOR.test(type);

/** Yields the steps of a Try that are switched on. Its handlers do not count. */
function* guardedSteps(workflow: Workflow, attempt: Activity): Generator<Activity> {
  for (const child of workflow.children[attempt.index]!) {
    const part = workflow.activities[child]!;
    if (part.slot !== 'Try') continue;
    if (part.enabled && part.role !== 'sequence' && part.role !== 'comment') yield part;
    yield* stepsIn(workflow, part);
  }
}

/** Returns what the steps of a Try lose when they fail: `nothing` without any, `little` where all are clean-up. */
export function lossIn(workflow: Workflow, attempt: Activity): 'nothing' | 'little' | 'work' {
  let loss: 'nothing' | 'little' = 'nothing';
  for (const step of guardedSteps(workflow, attempt)) {
    if (step.role === 'sequence') continue;
    if (!isMinor(step)) return 'work';
    loss = 'little';
  }
  return loss;
}
