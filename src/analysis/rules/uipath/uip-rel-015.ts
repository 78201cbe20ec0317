/** A queue item that is taken and gets no status, on some way or anywhere in the project. */
import { isLive } from '../../model/navigate.ts';
import {
  missesStatus,
  SETS_STATUS,
  TAKES_ITEM,
} from '../../patterns/uipath/transactions/transaction-ways.ts';
import { defineRule } from '../define-rule.ts';

const messageOf = (step: string, isMissed: boolean): string =>
  isMissed
    ? `A way leads from "${step}" to its end without "Set Transaction Status": the item stays in progress until it is abandoned after 24 hours.`
    : `"${step}" takes items, and no workflow of the project sets their status: each is abandoned after 24 hours.`;

export const rule = defineRule('UIP-REL-015', {
  level: 'project',
  *gather(workflow) {
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      if (SETS_STATUS.has(activity.type)) yield { at: activity, text: 'set' };
      else if (TAKES_ITEM.has(activity.type))
        yield { at: activity, text: missesStatus(workflow, activity) ? 'missed' : 'taken' };
    }
  },
  *check({ clues, workflows }) {
    // A part of a project, or code that no reader takes, may set the status.
    const isWhole = workflows.some(({ kind }) => kind === 'uipath-project');
    const isRead = !workflows.some(({ kind }) => kind === 'unanalysed');
    const isNeverSet = isWhole && isRead && !clues.some(({ text }) => text === 'set');
    for (const { at, text, in: workflow } of clues) {
      const found = { in: workflow, at, message: messageOf(at.name, text === 'missed') };
      if (text === 'missed') yield { ...found, severity: 'medium' };
      else if (text === 'taken' && isNeverSet) yield found;
    }
  },
});
