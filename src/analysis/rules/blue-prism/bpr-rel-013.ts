/** Finds queue items that are taken and never marked as completed or as exception. */

import { actionsNamed } from '../../patterns/blue-prism/action-calls.ts';
import { unmarkedFailure } from '../../patterns/blue-prism/queue-items.ts';
import { givesText } from '../../patterns/blue-prism/read-items.ts';
import { within } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { defineRule } from '../define-rule.ts';

/** Actions that take an item: copies of the queue object have other names, but their actions have the same. */
const GET = /^get next (?:item|case)\b/i;
const COMPLETED = /^mark (?:item )?(?:as )?complete/i;
const EXCEPTION = /^mark (?:item )?(?:as )?exception/i;

/** Stages inspected; a process takes its items in one place. */
const TAKERS_MAX = 100;

export const rule = defineRule('BPR-REL-013', {
  level: 'workflow',
  types: ['Action'],
  *check(workflow) {
    // An object passes items on to the process that uses it.
    if (workflow.kind !== 'blue-prism-process') return;
    const exceptions = actionsNamed(workflow, EXCEPTION);
    for (const activity of exceptions) {
      // Copies may take the reason by another name.
      if (activity.role !== 'queue') continue;
      const reason = activity.properties.find(({ name }) => /^inputs\..*reason/i.test(name));
      if (reason !== undefined && givesText(workflow, reason)) continue;
      const message = `"${activity.name}" marks the item as exception without a reason.`;
      yield { at: reason ?? activity, subject: 'Exception Reason', message };
    }
    const takers = actionsNamed(workflow, GET);
    if (takers.length === 0) return;
    const graph = flowOf(workflow);
    const completed = actionsNamed(workflow, COMPLETED);
    for (const taker of within(takers, TAKERS_MAX)) {
      const after = reachedAfter(graph, [taker.index]);
      if ([...after].some((index) => workflow.activities[index]?.type === 'Process')) continue;
      const missing = [
        ...(completed.some(({ index }) => after.has(index)) ? [] : ['Mark Completed']),
        ...(exceptions.some(({ index }) => after.has(index)) ? [] : ['Mark Exception']),
      ];
      if (missing.length > 0) {
        yield { at: taker, message: `No path from "${taker.name}" leads to ${missing.join(' or ')}.` };
        continue;
      }
      const failing = unmarkedFailure(workflow, taker, { takers, completed, exceptions });
      if (failing === undefined) continue;
      const message = `If "${failing.name}" fails after "${taker.name}", no path leads to Mark Exception.`;
      yield { at: taker, message };
    }
  },
});
