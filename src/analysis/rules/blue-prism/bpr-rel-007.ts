/** Waits for an application whose time-out is a number in the stage. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether a stage waits for something, for a fixed time. Without conditions it is a pause: BPR-REL-005. */
function hasFixedTimeout(wait: Activity): boolean {
  const tree = propertyOf(wait, 'timeout')?.expression?.tree;
  return isLive(wait) && wait.role === 'ui' && tree?.kind === 'literal' && tree.type === 'number';
}

export const rule = defineRule('BPR-REL-007', {
  level: 'workflow',
  types: ['WaitStart'],
  *check(workflow) {
    const waits = stagesOf(workflow, 'WaitStart').filter(hasFixedTimeout);
    const [first] = waits;
    if (first === undefined) return;
    const rest = waits.length - 1;
    const more = rest === 0 ? '' : rest === 1 ? ' and 1 more wait' : ` and ${rest} more waits`;
    const message = `"${first.name}"${more} of "${workflow.name}" ${rest === 0 ? 'has a fixed time-out' : 'have fixed time-outs'}.`;
    yield { at: first, subject: 'timeout', message };
  },
});
