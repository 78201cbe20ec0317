/** A read of a whole list that gets its first page alone. */

import {
  goesThroughAll,
  hasParameter,
  isPaged,
  listReadsOf,
} from '../../patterns/power-automate/steps/list-reads.ts';
import { defineRule } from '../define-rule.ts';

/** Rows of a page by connector, where it is small. */
const PAGES: ReadonlyMap<string, number> = new Map([
  ['sharepointonline', 100],
  ['excelonlinebusiness', 256],
  ['excelonline', 256],
]);

// A filter usually leaves less than a page: where it does not, the file cannot show it.
export const rule = defineRule('PAF-REL-010', {
  level: 'workflow',
  workflowWords: [...PAGES.keys()],
  *check(workflow) {
    for (const { activity, connector, uses } of listReadsOf(workflow)) {
      const page = PAGES.get(connector);
      if (page === undefined || isPaged(activity)) continue;
      if (hasParameter(activity, '$filter') || hasParameter(activity, 'folderPath')) continue;
      if (!uses.some((use) => goesThroughAll(workflow, use))) continue;
      const message = `"${activity.name}" reads at most ${page} rows, and the flow goes through them as if they were all.`;
      yield { at: activity, subject: 'page', message };
    }
  },
});
