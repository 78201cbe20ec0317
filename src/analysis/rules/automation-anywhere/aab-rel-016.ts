/** Commands that can never run, because an earlier one leaves the list or a condition never changes. */
import { descendantsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether it does something when it runs: a comment does not, nor does a step full of comments. */
function acts(workflow: Workflow, activity: Activity): boolean {
  if (!activity.enabled || activity.role === 'comment') return false;
  if (activity.type !== 'Step/step') return true;
  for (const inner of descendantsOf(workflow, activity)) {
    if (inner.enabled && inner.role !== 'comment' && inner.type !== 'Step/step') return true;
  }
  return false;
}

/** Yields the first command of every list that the flow never reaches. */
function* unreachable(workflow: Workflow): Generator<Problem> {
  if (workflow.activities.every(({ reachable }) => reachable)) return;
  const reported = new Set<number>();
  const before = new Map<number, Activity>();
  for (const activity of workflow.activities) {
    const { parent } = activity;
    const inReach = parent < 0 || isLive(workflow.activities[parent]!);
    if (!inReach || activity.slot === 'branches') continue;
    if (activity.reachable) {
      if (activity.enabled && activity.role !== 'comment') before.set(parent, activity);
    } else if (!reported.has(parent) && acts(workflow, activity)) {
      reported.add(parent);
      yield {
        at: activity,
        message: `"${activity.name}" can never run: "${before.get(parent)?.name ?? ''}" before it always leaves this block.`,
      };
    }
  }
}

/** Returns whether an If only compares one fixed value with another. */
function isConstant(activity: Activity): boolean {
  const left = literalOf(propertyOf(activity, 'condition.variable'));
  if (left === undefined || left === '') return false;
  if (literalOf(propertyOf(activity, 'condition.value')) === undefined) return false;
  return !activity.properties.some(({ name }) => name.includes('operatorAttribute'));
}

export const rule = defineRule('AAB-REL-016', {
  level: 'workflow',
  *check(workflow) {
    yield* unreachable(workflow);
    for (const activity of commandsOf(workflow, ({ role }) => role === 'branch')) {
      if (!isLive(activity) || !isConstant(activity)) continue;
      yield {
        at: activity,
        message: `The condition of "${activity.name}" on line ${activity.editorLine} compares two fixed values, so it always has the same result.`,
        subject: 'condition',
      };
    }
  },
});
