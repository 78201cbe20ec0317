/** Activities in a Try whose failure loses nothing of a workflow's work. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stepsIn } from './steps-in.ts';

/** Pictures, log lines, pauses, deletions of files, and ends of windows, books and programs. */
const MINOR =
  /^(?:N?TakeScreenshot|SaveImage|LogMessage|WriteLine|Comment|Delay|Delete(?:File|Folder)?X?|KillProcess|N?(?:Minimize|Hide|Close)\w{0,40}|ExcelClose\w{0,40})$/;

/** Returns whether a Try has activities, and all of them lose nothing when they fail. Its handlers do not count. */
export function isCleanUp(workflow: Workflow, attempt: Activity): boolean {
  let isEmpty = true;
  for (const child of workflow.children[attempt.index]!) {
    const part = workflow.activities[child]!;
    if (part.slot !== 'Try') continue;
    for (const step of [part, ...stepsIn(workflow, part)]) {
      if (step.role === 'sequence' || !step.enabled) continue;
      if (!MINOR.test(step.type)) return false;
      isEmpty = false;
    }
  }
  return !isEmpty;
}
