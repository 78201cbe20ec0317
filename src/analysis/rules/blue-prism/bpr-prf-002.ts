/** A workbook that a loop reads or writes one cell a round. A page that a stage of the loop runs is part of it. */
import { propertyOf } from '../../model/navigate.ts';
import { actionsNamed } from '../../patterns/blue-prism/action-calls.ts';
import { roundOf } from '../../patterns/blue-prism/loop-rounds.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { defineRule } from '../define-rule.ts';

/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;
/** Objects that work in workbooks: a cell may also be one of a table on a screen. */
const WORKBOOK = /excel|spreadsheet|workbook|google ?sheets/i;
/** Their actions for one cell. */
const CELL = /^(?:get|set|read|write)\s?cell(?:\s?value)?(?:s? as text)?$/i;

export const rule = defineRule('BPR-PRF-002', {
  level: 'workflow',
  types: ['LoopStart'],
  words: ['cell'],
  *check(workflow) {
    const cells = actionsNamed(workflow, CELL).filter((stage) =>
      WORKBOOK.test(propertyOf(stage, 'resource.object')?.text ?? ''),
    );
    if (cells.length === 0) return;
    const spend = stepLimit(LOOKS_MAX);
    for (const loop of stagesOf(workflow, 'LoopStart')) {
      const inRound = roundOf(workflow, loop.index, spend);
      const own = cells.filter(({ index }) => inRound.has(index));
      const [first] = own;
      if (first === undefined) continue;
      const more = own.length === 1 ? '' : ` and ${own.length - 1} more`;
      const message = `"${first.name}"${more} goes to the workbook for one cell in each round of "${loop.name}".`;
      yield { at: first, subject: loop.name, message };
    }
  },
});
