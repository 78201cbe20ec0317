/** A command works with a session that no command of the bot opens. */
import { firstByName, sessionsOf } from '../../patterns/automation-anywhere/session-commands.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-REL-018', {
  level: 'workflow',
  roles: ['spreadsheet', 'file', 'database', 'email', 'script', 'ui', 'other'],
  *check(workflow) {
    for (const { opened, closed, used, isPassed } of sessionsOf(workflow)) {
      if (isPassed) continue;
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
