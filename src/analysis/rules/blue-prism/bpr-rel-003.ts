/** Finds recoveries that reach the end of their page while the exception is still being handled. */

import type { Activity, Workflow } from '../../model/workflow.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { defineRule } from '../define-rule.ts';

/** Stages behind which a recovery is over. */
const OVER = new Set(['Resume', 'Exception']);

/** Maps each stage to the End that it reaches without Resume or Exception, or to -1. */
function unresumedEnds({ activities, transitions }: Workflow, found: readonly Activity[]): Int32Array {
  /** For each stage the first link to it, and for each link the next one to the same stage. */
  const first = new Int32Array(activities.length).fill(-1);
  const next = new Int32Array(transitions.length);
  for (let i = transitions.length - 1; i >= 0; i -= 1) {
    const { to } = transitions[i]!;
    if (to === -1) continue;
    next[i] = first[to]!;
    first[to] = i;
  }
  const ends = new Int32Array(activities.length).fill(-1);
  // Backwards from every End at once: the loop also visits stages added meanwhile.
  const reached: number[] = [];
  for (const { index } of found) {
    ends[index] = index;
    reached.push(index);
  }
  for (let at = 0; at < reached.length; at += 1) {
    for (let i = first[reached[at]!]!; i !== -1; i = next[i]!) {
      const { from } = transitions[i]!;
      if (ends[from] !== -1 || OVER.has(activities[from]!.type)) continue;
      ends[from] = ends[reached[at]!]!;
      reached.push(from);
    }
  }
  return ends;
}

export const rule = defineRule('BPR-REL-003', {
  level: 'workflow',
  types: ['Recover'],
  *check(workflow) {
    const recovers = stagesOf(workflow, 'Recover');
    if (recovers.length === 0) return;
    const ends = unresumedEnds(workflow, stagesOf(workflow, 'End'));
    for (const activity of recovers) {
      const end = workflow.activities[ends[activity.index]!];
      if (end === undefined) continue;
      const message = `From "${activity.name}" the flow reaches the stage "${end.name}" without a Resume stage.`;
      yield { at: activity, message };
    }
  },
});
