/** Size of a workflow: the activities that limits of its length count. */
import { isLive } from '../model/navigate.ts';
import type { Workflow } from '../model/workflow.ts';

/** Parts of an activity that UiPath files store like activities. */
const PARTS = new Set('Catch Transition FlowStep AssignOperation IfElseIfBlock PickBranch'.split(' '));
/** Groups of commands that A360 bots store like commands. */
const STEP = 'Step/step';

/** Returns the number of activities that count: they do something when the workflow runs. */
export function sizeOf({ activities, platform }: Workflow): number {
  const isBot = platform === 'automation-anywhere';
  let size = 0;
  for (const activity of activities) {
    const { role, type } = activity;
    const isCounted = isBot ? role !== 'trigger' && type !== STEP : !PARTS.has(type);
    if (isCounted && role !== 'comment' && isLive(activity)) size += 1;
  }
  return size;
}
