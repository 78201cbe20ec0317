/** A value that the action of a desktop flow does not take. */
import { DESKTOP_FLOW_VALUES } from '../../facts/values/desktop-flow.ts';
import { arrangeRows, rejectedValues } from '../../patterns/legal-value-rule.ts';
import { defineRule } from '../define-rule.ts';

const ROWS = arrangeRows(DESKTOP_FLOW_VALUES);

export const rule = defineRule('PAD-REL-011', {
  level: 'activity',
  types: [...ROWS.keys()],
  *check(activity) {
    yield* rejectedValues(activity, ROWS.get(activity.type)!);
  },
});
