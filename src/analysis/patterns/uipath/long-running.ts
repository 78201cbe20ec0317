/** Activities of UiPath that put a job to sleep until a person or another job answers. */
import { ancestorsOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

const WAITS = /^(?:WaitFor\w+AndResume|ResumeAfterDelay)$/;
const CREATES = /^Create(?:Form|External|App)Task$/;

/** Returns whether the job sleeps at this activity: everything around it is written to disk. */
export const isWait = ({ type }: Activity): boolean => WAITS.test(type);

/** Returns whether an activity needs a project that can sleep. */
export const isLongRunning = (activity: Activity): boolean => isWait(activity) || CREATES.test(activity.type);

/** Returns whether an activity stands where nothing may be written to disk. */
export function isUnderNoPersist(workflow: Workflow, activity: Activity): boolean {
  for (const up of ancestorsOf(workflow, activity)) if (up.type === 'NoPersistScope') return true;
  return false;
}
