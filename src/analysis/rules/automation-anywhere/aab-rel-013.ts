/** A session is opened, and no command of the bot closes it. */
import { childrenOf, parentOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import {
  firstByName,
  type PackageSessions,
  type SessionUse,
  sessionsOf,
} from '../../patterns/automation-anywhere/session-commands.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the name that a closing command has instead: no command opens it. */
function otherName({ opened, closed }: PackageSessions): string | undefined {
  return closed.find(({ key }) => !opened.some((open) => open.key === key))?.at.text;
}

/**
 * Returns the handler that leaves a session open: the commands that open and close it stand in the same Try, and neither
 * a branch of it nor a command behind it closes the session.
 */
function missedBy(workflow: Workflow, open: Activity, closing: readonly SessionUse[]): Activity | undefined {
  const attempt = parentOf(workflow, open);
  if (attempt?.role !== 'try') return undefined;
  if (!closing.every(({ activity }) => activity.parent === attempt.index && activity.index > open.index))
    return undefined;
  return childrenOf(workflow, attempt).find(({ role, enabled }) => role === 'catch' && enabled);
}

export const rule = defineRule('AAB-REL-013', {
  level: 'workflow',
  roles: ['spreadsheet', 'file', 'database', 'email', 'script', 'ui', 'other'],
  *check(workflow) {
    for (const sessions of sessionsOf(workflow)) {
      const { facts, opened, closed, isPassed } = sessions;
      if (isPassed) continue;
      for (const { activity, at, key } of firstByName(opened)) {
        const closing = closed.filter((close) => close.key === key);
        if (closing.length > 0) {
          const handler = facts.severity === 'low' ? undefined : missedBy(workflow, activity, closing);
          if (handler !== undefined)
            yield {
              at: activity,
              subject: 'session',
              severity: 'low',
              message: `After an error, the session "${at.text}" that "${activity.name}" on line ${activity.editorLine} opens stays open: the Catch on line ${handler.editorLine} goes past the command that closes it.`,
            };
          continue;
        }
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
