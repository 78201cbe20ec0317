/** Finds guarded parts whose errors nothing handles. */
import { childrenOf, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const TRIES: readonly string[] = ['TryCatch', 'ErrorHandler/try'];
/** Roles of steps that hardly fail. */
const SAFE: ReadonlySet<Activity['role']> = new Set(['comment', 'assign', 'message', 'delay', 'log']);
const CONTAINERS: ReadonlySet<Activity['role']> = new Set(['sequence', 'branch', 'loop', 'try', 'finally']);

const isCaught = (parts: readonly Activity[]): boolean =>
  parts.some(({ role, enabled }) => role === 'catch' && enabled);

/** Returns whether a step, or one in it, may fail without a handler of its own. */
function mayFail(workflow: Workflow, activity: Activity): boolean {
  if (!isLive(activity) || SAFE.has(activity.role)) return false;
  if (!CONTAINERS.has(activity.role)) return true;
  const inside = childrenOf(workflow, activity);
  return !isCaught(inside) && inside.some((inner) => mayFail(workflow, inner));
}

/** Returns whether a step does something, itself or in the containers in it. */
function hasEffect(workflow: Workflow, activity: Activity): boolean {
  if (!isLive(activity) || activity.role === 'comment') return false;
  if (activity.role !== 'sequence' && activity.role !== 'finally') return true;
  return childrenOf(workflow, activity).some((inner) => hasEffect(workflow, inner));
}

export const rule = defineRule('XPL-REL-011', {
  level: 'activity',
  // Code often has only a clean-up in `finally`.
  notIn: ['uipath-coded-workflow', 'power-automate-connector-code'],
  types: TRIES,
  *check(activity, { workflow }) {
    const parts = childrenOf(workflow, activity);
    if (isCaught(parts)) return;
    const last = parts.filter(({ role, slot }) => role === 'finally' || slot === 'Finally');
    if (last.some((part) => hasEffect(workflow, part))) return;
    if (!parts.some((part) => !last.includes(part) && mayFail(workflow, part))) return;
    yield {
      at: activity,
      message: `"${activity.name}" catches no error, and no clean-up follows it.`,
    };
  },
});
