/** A command works with a session that no command of the bot opens. */
import { isLive } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { firstByName, sessionsOf } from '../../patterns/automation-anywhere/session-commands.ts';
import { defineRule } from '../define-rule.ts';

/** Packages whose commands are easily mixed up: both open workbooks. */
const OPENS_WORKBOOK = /^Excel(?:_MS)?\/(?:Open|Create)Spreadsheet$/;

/** Returns whether the bot opens a session of the package, or a workbook: one that opens none may be half a bot. */
function hasOpened(workflow: Workflow, count: number): boolean {
  return count > 0 || commandsOf(workflow, ({ type }) => OPENS_WORKBOOK.test(type)).some(isLive);
}

export const rule = defineRule('AAB-REL-018', {
  level: 'workflow',
  roles: ['spreadsheet', 'file', 'database', 'email', 'script', 'ui', 'other'],
  *check(workflow) {
    for (const { opened, closed, used, isPassed } of sessionsOf(workflow)) {
      if (isPassed || !hasOpened(workflow, opened.length)) continue;
      const names = new Set(opened.map(({ key }) => key));
      const uses = [...used, ...closed];
      for (const { activity, at, key } of firstByName(uses)) {
        if (names.has(key)) continue;
        yield {
          at: activity,
          subject: 'session',
          // Only the end of the work fails, if nothing but the closing command has the name.
          ...(!used.some((use) => use.key === key) && { severity: 'medium' as const }),
          message: `"${activity.name}" on line ${activity.editorLine} fails: no command of its package opens the session "${at.text}".`,
        };
      }
    }
  },
});
