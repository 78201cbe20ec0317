/** Cells of a sheet that are read or written one by one in a loop. */
import { ancestorsOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { opensFile } from '../../patterns/uipath/opened-resource.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the loop whose turns work on one sheet; undefined where each turn opens a file of its own. */
function loopOverCells(workflow: Workflow, activity: Activity): Activity | undefined {
  for (const up of ancestorsOf(workflow, activity)) {
    if (up.role === 'loop') return up;
    if (opensFile(up)) return undefined;
  }
  return undefined;
}

export const rule = defineRule('UIP-PRF-001', {
  level: 'workflow',
  roles: ['loop'],
  *check(workflow) {
    const seen = new Set<Activity>();
    for (const activity of workflow.activities) {
      if (!/^(?:Excel)?(?:Read|Write)CellX?$/.test(activity.type) || !activity.enabled || !activity.reachable)
        continue;
      const loop = loopOverCells(workflow, activity);
      if (loop === undefined || seen.has(loop)) continue;
      // A workbook by a name of its own in each turn is another file.
      const path = propertyOf(activity, 'WorkbookPath')?.expression;
      const items = workflow.variables.filter(({ owner }) => owner === loop.index);
      if (path?.mentions.some((key) => items.some((item) => item.key === key))) continue;
      seen.add(loop);
      const message = `"${activity.name}" works on one cell in each turn of "${loop.name}".`;
      yield { at: activity, subject: loop.name, message };
    }
  },
});
