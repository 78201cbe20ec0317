/** A task of a case whose type the runtime does not know. */

import { CASE_TASKS } from '../../model/kinds/case-tasks.ts';
import { isCase } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-111', {
  level: 'activity',
  languages: ['javascript'],
  *check(activity, { workflow }) {
    if (!isCase(workflow) || activity.slot !== 'Tasks' || CASE_TASKS.has(activity.type)) return;
    yield {
      at: activity,
      subject: activity.type,
      message: `The task "${activity.name}" has the type "${activity.type}", which cases do not have.`,
    };
  },
});
