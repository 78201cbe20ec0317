/** A loop reads or writes a workbook cell by cell. */
import { enclosing } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const CELLS = ['GetSingleCell', 'SetCell'].flatMap((command) => [`Excel_MS/${command}`, `Excel/${command}`]);

export const rule = defineRule('AAB-PRF-001', {
  level: 'activity',
  types: CELLS,
  *check(activity, { workflow }) {
    const loop = enclosing(workflow, activity, 'loop');
    if (loop === undefined) return;
    yield {
      at: activity,
      group: 'bot',
      message: `"${activity.name}" on line ${activity.editorLine} runs once for each round of the loop on line ${loop.editorLine}.`,
    };
  },
});
