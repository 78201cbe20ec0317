/** Activities of UiPath that put a job to sleep until a person or another job answers. */
import { ancestorsOf, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

const WAITS = /^(?:WaitFor\w+AndResume|ResumeAfterDelay)$/;
const CREATES = /^Create(?:Form|External|App)Task$/;

/** Jobs and queries that wait for their end by a setting. */
const BY_SETTING = /^(?:StartJob|RunJob|InvokeProcess|RunQuery|StartAgent|RunAgent)$/;
const SUSPENDS = /suspend|resume/i;

/** Returns whether the job sleeps at this activity: everything around it is written to disk. */
export const isWait = (activity: Activity): boolean =>
  WAITS.test(activity.type) ||
  (BY_SETTING.test(activity.type) && SUSPENDS.test(literalOf(propertyOf(activity, 'ExecutionMode')) ?? ''));

/** Returns whether an activity needs a project that can sleep. */
export const isLongRunning = (activity: Activity): boolean => isWait(activity) || CREATES.test(activity.type);

/** Returns whether an activity stands where nothing may be written to disk. */
export function isUnderNoPersist(workflow: Workflow, activity: Activity): boolean {
  for (const up of ancestorsOf(workflow, activity)) if (up.type === 'NoPersistScope') return true;
  return false;
}
