/** Finds instances of Office programs that each round of a loop creates. */
import { openersOf } from '../../patterns/blue-prism/instances.ts';
import { roundOf } from '../../patterns/blue-prism/loop-rounds.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { defineRule } from '../define-rule.ts';

/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;

export const rule = defineRule('BPR-PRF-003', {
  level: 'workflow',
  types: ['Action'],
  words: ['create instance', 'open instance'],
  *check(workflow) {
    const openers = openersOf(workflow);
    if (openers.length === 0) return;
    const spend = stepLimit(LOOKS_MAX);
    const reported = new Set<number>();
    for (const loop of stagesOf(workflow, 'LoopStart')) {
      const inRound = roundOf(workflow, loop.index, spend);
      for (const opener of openers) {
        if (!inRound.has(opener.index) || reported.has(opener.index)) continue;
        reported.add(opener.index);
        const message = `"${opener.name}" creates an instance in each round of "${loop.name}".`;
        yield { at: opener, message };
      }
    }
  },
});
