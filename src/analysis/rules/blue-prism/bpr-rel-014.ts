/** Finds environment locks that are acquired and not released. */

import { actionsNamed } from '../../patterns/blue-prism/action-calls.ts';
import { within } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { defineRule } from '../define-rule.ts';

const ACQUIRE = /^acquire (?:\w+ )?lock\b/i;
const RELEASE = /^release (?:\w+ )?lock/i;
const WITHOUT_ERRORS = { kinds: FORWARD | FLOW.call | FLOW.return };
/** Stages inspected; no person draws more. */
const LOCKS_MAX = 100;

export const rule = defineRule('BPR-REL-014', {
  level: 'workflow',
  types: ['Action'],
  *check(workflow) {
    // An object takes and releases on different pages, in the order of the process that uses it.
    if (workflow.kind !== 'blue-prism-process') return;
    const takers = actionsNamed(workflow, ACQUIRE);
    if (takers.length === 0) return;
    const graph = flowOf(workflow);
    const releases = actionsNamed(workflow, RELEASE).map(({ index }) => index);
    for (const taker of within(takers, LOCKS_MAX)) {
      const normal = reachedAfter(graph, [taker.index], WITHOUT_ERRORS);
      const recovers = [...reachedAfter(graph, [taker.index])].filter(
        (index) => workflow.activities[index]?.type === 'Recover' && !normal.has(index),
      );
      const recovered = reachedAfter(graph, recovers, WITHOUT_ERRORS);
      let message: string | undefined;
      if (!releases.some((index) => normal.has(index)))
        message = `No path from "${taker.name}" leads to an action that releases the lock.`;
      else if (!releases.some((index) => recovered.has(index)))
        message = `The lock of "${taker.name}" is not released if a later stage throws an exception.`;
      if (message !== undefined) yield { at: taker, message };
    }
  },
});
