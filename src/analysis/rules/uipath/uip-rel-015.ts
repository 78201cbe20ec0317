/** A queue item that is taken and gets no status, on some way or anywhere in the project. */
import { isLive } from '../../model/navigate.ts';
import {
  missesStatus,
  SETS_STATUS,
  TAKES_ITEM,
} from '../../patterns/uipath/transactions/transaction-ways.ts';
import { defineRule } from '../define-rule.ts';

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
      if (text !== 'missed' && !(text === 'taken' && isNeverSet)) continue;
      const message =
        text === 'missed'
          ? `A way leads from "${at.name}" to its end without "Set Transaction Status": the item stays in progress until it is abandoned after 24 hours.`
          : `"${at.name}" takes items, and no workflow of the project sets their status: each is abandoned after 24 hours.`;
      yield { in: workflow, at, message, ...(text === 'missed' ? { severity: 'medium' as const } : {}) };
    }
  },
});
