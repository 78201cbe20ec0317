/** Finds instances of Office programs that each round of a loop creates. */
import { openersOf } from '../../patterns/blue-prism/instances.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { defineRule } from '../define-rule.ts';

/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;
const KINDS = FORWARD | FLOW.call | FLOW.return;

export const rule = defineRule('BPR-PRF-003', {
  level: 'workflow',
  types: ['Action'],
  words: ['create instance', 'open instance'],
  *check(workflow) {
    const openers = openersOf(workflow);
    if (openers.length === 0) return;
    const graph = flowOf(workflow);
    const spend = stepLimit(LOOKS_MAX);
    const reported = new Set<number>();
    for (const loop of stagesOf(workflow, 'LoopStart')) {
      const inRound = roundOf(loop.index);
      for (const opener of openers) {
        if (!inRound.has(opener.index) || reported.has(opener.index)) continue;
        reported.add(opener.index);
        const message = `"${opener.name}" creates an instance in each round of "${loop.name}".`;
        yield { at: opener, message };
      }
    }

    /** Returns the nodes behind the start of a loop from which a run comes to its end. */
    function roundOf(start: number): ReadonlySet<number> {
      const isEnd = (node: number): boolean => workflow.activities[node]?.type === 'LoopEnd';
      const back = reachedAfter(graph, [start], { kinds: FLOW.loop, isBackwards: true, spend });
      const ends = new Set([...back].filter(isEnd));
      const through = (node: number): boolean => node !== start && !ends.has(node);
      const behind = reachedAfter(graph, [start], { kinds: KINDS, through, spend });
      const before = reachedAfter(graph, ends, { kinds: KINDS, isBackwards: true, through, spend });
      return new Set([...behind].filter((node) => before.has(node)));
    }
  },
});
