/** A loop over the rows of a table that goes through another whole table for each. */
import { ancestorsOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { isSameInLoop } from '../../patterns/uipath/opened-resource.ts';
import { defineRule } from '../define-rule.ts';

const ROWS = /\.(?:rows|asenumerable)\b/i;

/** Returns the table whose rows a loop goes through. */
function tableOf(loop: Activity): Property | undefined {
  if (loop.type === 'ForEachRow') return propertyOf(loop, 'DataTable') ?? propertyOf(loop, 'Values');
  const values = loop.type === 'ForEach' ? propertyOf(loop, 'Values') : undefined;
  return values !== undefined && ROWS.test(values.text) ? values : undefined;
}

export const rule = defineRule('UIP-PRF-004', {
  level: 'activity',
  types: ['ForEachRow', 'ForEach'],
  *check(activity, { workflow }) {
    const table = tableOf(activity);
    if (table?.expression === undefined) return;
    for (const up of ancestorsOf(workflow, activity)) {
      const outer = up.role === 'loop' ? tableOf(up) : undefined;
      if (outer === undefined || outer.text === table.text) continue;
      // A table that the outer row chooses or fills is no second whole table.
      if (!isSameInLoop(workflow, up, table.expression)) return;
      const message = `"${activity.name}" goes through all of its rows for each row of "${up.name}".`;
      yield { at: activity, subject: table.name, message };
      return;
    }
  },
});
