/** A bot stores pictures of the screen outside its error handling. */
import { enclosing } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-PRV-001', {
  level: 'activity',
  // The picture of one window is also how migrated bots find things.
  types: ['Screen/captureDesktop', 'Screen/captureArea'],
  *check(capture, { workflow }) {
    // Many real bots take a picture when something fails, which is what people need then.
    if (enclosing(workflow, capture, 'catch', 'finally', 'branch') !== undefined) return;
    yield {
      at: capture,
      message: `"${capture.name}" on line ${capture.editorLine} stores a picture of the screen in each run.`,
    };
  },
});
