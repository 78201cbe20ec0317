/** Finds stages that no path of their page leads to. */

import type { Activity, Workflow } from '../../model/workflow.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that do nothing by themselves: a spare End is no dead code. */
const IDLE = new Set([
  'Note',
  'Anchor',
  'End',
  'LoopEnd',
  'ChoiceEnd',
  'WaitEnd',
  'Start',
  'Recover',
  'Resume',
]);

/** Block names for debugging: authors start the stages there by hand, so no path leads to them. */
const WORKBENCH = /^(?:debug|(?:tests?|testing)[\s\d_.:-]*$)/i;

/** Returns whether a stage lies in a block that its author uses for debugging or tests. */
function isOnWorkbench({ activities }: Workflow, { parent }: Activity): boolean {
  for (let at = parent; at !== -1; at = activities[at]!.parent) {
    const { type, name } = activities[at]!;
    if (type === 'Block' && WORKBENCH.test(name.trim())) return true;
  }
  return false;
}

export const rule = defineRule('BPR-REL-010', {
  level: 'workflow',
  includeDisabled: true,
  *check(workflow) {
    const dead = workflow.activities.filter((activity) => !activity.reachable);
    if (dead.length === 0) return;
    const outgoing = outgoingOf(workflow);
    const covered = new Set<number>();
    const hasDeadBefore = new Set<number>();
    for (const { index } of dead) for (const { to } of outgoing[index]!) hasDeadBefore.add(to);

    /** Covers everything dead from `head` on; returns the stages with an effect, outside of workbenches. */
    function cover(head: Activity): readonly Activity[] {
      const steps: Activity[] = [];
      const queue = [head.index];
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        const activity = workflow.activities[at];
        if (activity === undefined || activity.reachable || covered.has(at)) continue;
        covered.add(at);
        if (!IDLE.has(activity.type) && !isOnWorkbench(workflow, activity)) steps.push(activity);
        for (const { to } of outgoing[at]!) queue.push(to);
      }
      return steps;
    }

    // First the heads, then the cycles that have none.
    for (const activity of [...dead.filter(({ index }) => !hasDeadBefore.has(index)), ...dead]) {
      if (covered.has(activity.index)) continue;
      const steps = cover(activity);
      if (steps.length === 0) continue;
      const at = isOnWorkbench(workflow, activity) ? steps[0]! : activity;
      const more =
        steps.length === 1 ? '' : ` This stage and the stages after it, ${steps.length} in all, never run.`;
      yield { at, message: `No path leads to "${at.name}".${more}` };
    }
  },
});
