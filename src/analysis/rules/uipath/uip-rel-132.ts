/** A stage or task of a case whose name is taken, or has a colon. */
import type { Activity } from '../../model/workflow.ts';
import { isCase } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Returns what the two sets of unique names hold: stages with triggers, and tasks of all stages. */
const wordOf = ({ slot }: Activity): string => (slot === 'Tasks' ? 'task' : 'stage');

export const rule = defineRule('UIP-REL-132', {
  level: 'workflow',
  languages: ['javascript'],
  *check(workflow) {
    if (!isCase(workflow)) return;
    const taken = new Set<string>();
    for (const activity of workflow.activities) {
      const { name, id } = activity;
      if (name === '' || name === id) continue;
      const word = wordOf(activity);
      const key = `${word} ${name}`;
      if (name.includes(':'))
        yield { at: activity, subject: 'colon', message: `The name of the ${word} "${name}" has a colon.` };
      if (taken.has(key))
        yield {
          at: activity,
          subject: 'taken',
          message: `A second ${word} of the case has the name "${name}".`,
        };
      taken.add(key);
    }
  },
});
