/** A long bot that no step divides, or a step that is long itself. */
import { childrenOf, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

const STEP = 'Step/step';

function isCommand({ role, type }: Activity): boolean {
  return role !== 'comment' && role !== 'trigger' && type !== STEP;
}

/** Counts the commands inside a step, without those of steps in it. */
function commandsIn(workflow: Workflow, step: Activity): number {
  let count = 0;
  const open = [...childrenOf(workflow, step)];
  for (let activity = open.pop(); activity !== undefined; activity = open.pop()) {
    if (!isLive(activity) || activity.type === STEP) continue;
    if (isCommand(activity)) count += 1;
    open.push(...childrenOf(workflow, activity));
  }
  return count;
}

export const rule = defineRule('AAB-MNT-002', {
  level: 'workflow',
  *check(workflow, { options: { max } }) {
    const { activities, size: count } = metricsOf(workflow);
    if (activities <= max) return;
    const steps = workflow.activities.filter((activity) => activity.type === STEP && isLive(activity));
    if (steps.length === 0) {
      if (count <= max) return;
      const message = `"${workflow.name}" has ${count} commands and no step.`;
      yield { at: { at: 0, owner: -1, name: '' }, subject: 'steps', message };
      return;
    }
    const long = steps
      .map((step) => ({ step, count: commandsIn(workflow, step) }))
      .filter(({ count }) => count > max);
    const [first] = long;
    if (first === undefined) return;
    const others = long.length === 1 ? '' : `; ${long.length - 1} more are too long`;
    yield {
      at: first.step,
      subject: 'steps',
      message: `The step "${first.step.name}" has ${first.count} commands; the maximum for a step is ${max}${others}.`,
    };
  },
});
