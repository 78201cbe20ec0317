/** A session is opened, and no command of the bot closes it. */
import {
  firstByName,
  type PackageSessions,
  sessionsOf,
} from '../../patterns/automation-anywhere/session-commands.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the name that a closing command has instead: no command opens it. */
function otherName({ opened, closed }: PackageSessions): string | undefined {
  return closed.find(({ key }) => !opened.some((open) => open.key === key))?.at.text;
}

export const rule = defineRule('AAB-REL-013', {
  level: 'workflow',
  roles: ['spreadsheet', 'file', 'database', 'email', 'script', 'ui', 'other'],
  *check(workflow) {
    for (const sessions of sessionsOf(workflow)) {
      const { facts, opened, closed, isPassed } = sessions;
      if (isPassed) continue;
      for (const { activity, at, key } of firstByName(opened)) {
        if (closed.some((close) => close.key === key)) continue;
        const other = otherName(sessions);
        const why = other === undefined ? 'no command closes it' : `the bot closes "${other}" instead`;
        yield {
          at: activity,
          subject: 'session',
          severity: facts.severity,
          message: `"${activity.name}" on line ${activity.editorLine} opens the session "${at.text}", and ${why}: ${facts.left}.`,
        };
      }
    }
  },
});
