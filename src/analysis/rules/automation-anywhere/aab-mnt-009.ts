/** Breakpoints are stored with the bot. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-MNT-009', {
  level: 'workflow',
  *check(workflow) {
    const count = Number(workflow.settings.get('breakpoints') ?? 0);
    if (!(count > 0)) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'breakpoints',
      message: `"${workflow.name}" is stored with ${count === 1 ? 'a breakpoint' : `${count} breakpoints`}.`,
    };
  },
});
