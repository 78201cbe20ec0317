/** A loop tries something several times, and goes on as after a success when all tries have failed. */
import {
  ancestorsOf,
  childrenOf,
  descendantsOf,
  isLive,
  literalOf,
  parentOf,
  propertyOf,
} from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { isQuietCatch } from '../../patterns/automation-anywhere/quiet-catch.ts';
import { readKeysBehind, writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

const BREAK = 'Loop/loop.commands.break';
const TIMES = /times/i;

/** Returns the loop that repeats a Try a fixed number of times and stops at the first success. */
function retryLoop(workflow: Workflow, attempt: Activity): Activity | undefined {
  if (!childrenOf(workflow, attempt).some(({ type }) => type === BREAK)) return undefined;
  for (const up of ancestorsOf(workflow, attempt)) {
    if (up.role === 'loop')
      return TIMES.test(literalOf(propertyOf(up, 'iterator.iteratorName')) ?? '') ? up : undefined;
    if (up.role !== 'sequence') return undefined;
  }
  return undefined;
}

export const rule = defineRule('AAB-REL-020', {
  level: 'activity',
  types: ['ErrorHandler/catch'],
  *check(handler, { workflow }) {
    const attempt = parentOf(workflow, handler);
    if (attempt === undefined || !isQuietCatch(workflow, handler)) return;
    const loop = retryLoop(workflow, attempt);
    if (loop === undefined) return;
    const inside = [...descendantsOf(workflow, loop)];
    const written = new Set(inside.filter(isLive).flatMap(writtenBy));
    const read = readKeysBehind(workflow, inside.at(-1)!.index);
    if ([...written].some((key) => read.has(key))) return;
    if (workflow.arguments.some(({ key, direction }) => direction !== 'in' && written.has(key))) return;
    yield {
      at: loop,
      message: `The loop on line ${loop.editorLine} repeats a Try, and the bot continues when all tries have failed, as if one had succeeded.`,
    };
  },
});
