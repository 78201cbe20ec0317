/** Activities that no run can reach. */
import { childrenOf, descendantsOf, isLive, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const CHARTS = new Set(['Flowchart', 'StateMachine']);

function isReal(activity: Activity): boolean {
  return activity.enabled && activity.role !== 'comment' && activity.type !== 'Sequence';
}

/** Returns whether an activity has an effect, or holds one that has. */
function hasContent(workflow: Workflow, activity: Activity): boolean {
  if (isReal(activity)) return true;
  for (const inner of descendantsOf(workflow, activity)) if (isReal(inner)) return true;
  return false;
}

function deadBranch(container: Activity, dead: Activity): Problem {
  const condition = propertyOf(container, 'Condition')?.text.trim();
  return {
    at: container,
    message: `The condition of "${container.name}" is always ${condition}, so its ${dead.slot} branch never runs.`,
    subject: dead.slot,
  };
}

/** Yields the first dead step of each chain: the steps behind it are dead for the same reason. */
function* deadSteps(
  chart: Activity,
  dead: readonly Activity[],
  targets: ReadonlySet<number>,
): Generator<Problem> {
  for (const step of dead) {
    if (targets.has(step.index) || step.role === 'comment') continue;
    yield { at: step, message: `No connection of "${chart.name}" leads to "${step.name}".` };
  }
}

function deadRest(container: Activity, siblings: readonly Activity[], first: Activity): Problem {
  const before = siblings.findLast((sibling) => sibling.reachable);
  const reason = before === undefined ? '' : `: "${before.name}" always leaves "${container.name}" before it`;
  return { at: first, message: `"${first.name}" can never run${reason}.` };
}

export const rule = defineRule('UIP-REL-024', {
  level: 'workflow',
  *check(workflow) {
    if (workflow.activities.every(({ reachable }) => reachable)) return;
    const targets = new Set(workflow.transitions.map(({ to }) => to));
    for (const container of workflow.activities) {
      if (!isLive(container)) continue;
      const siblings = childrenOf(workflow, container);
      const dead = siblings.filter((child) => !child.reachable);
      const first = dead.find((child) => hasContent(workflow, child));
      if (first === undefined) continue;
      if (CHARTS.has(container.type)) yield* deadSteps(container, dead, targets);
      else if (container.type === 'If') yield deadBranch(container, first);
      else yield deadRest(container, siblings, first);
    }
  },
});
