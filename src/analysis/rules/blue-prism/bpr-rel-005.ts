/** A wait of a fixed length in place of one for what is awaited. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { defineRule } from '../define-rule.ts';

/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;

/** Returns the fixed length of a wait in seconds; undefined when it is computed. */
function secondsOf(wait: Activity): number | undefined {
  const length =
    propertyOf(wait, 'timeout') ??
    wait.properties.find(({ name }) => /^inputs\..*(?:seconds|sleep)/i.test(name));
  const tree = length?.expression?.tree;
  return tree?.kind === 'literal' && tree.type === 'number' ? Number(tree.value) : undefined;
}

export const rule = defineRule('BPR-REL-005', {
  level: 'workflow',
  roles: ['delay'],
  *check(workflow, { options }) {
    const waits = workflow.activities.filter(({ role, reachable }) => role === 'delay' && reachable);
    const spend = stepLimit(LOOKS_MAX);
    for (const wait of waits) {
      const seconds = secondsOf(wait);
      if (seconds === undefined || seconds <= options.maxSeconds) continue;
      // A circle of stages that looks again and again needs the pause.
      if (reachedAfter(flowOf(workflow), [wait.index], { kinds: FORWARD, spend }).has(wait.index)) continue;
      yield {
        at: wait,
        message: `"${wait.name}" always waits ${seconds} seconds.`,
        measure: { option: 'maxSeconds', value: seconds },
      };
    }
  },
});
