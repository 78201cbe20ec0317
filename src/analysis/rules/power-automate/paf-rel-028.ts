/** A list whose Pagination reads more items than plans of the owner may allow. */
import { formatNumber } from '../../../text/format.ts';
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Most items of the plans in Microsoft 365, and of all others (learn.microsoft.com/power-automate/limits-and-config). */
const LOW_PLAN_MAX = 5_000;
const PLAN_MAX = 100_000;

export const rule = defineRule('PAF-REL-028', {
  level: 'activity',
  notIn: ['azure-logic-app'],
  words: ['minimumItemCount'],
  *check(action) {
    const setting = propertyOf(action, 'runtimeConfiguration.paginationPolicy.minimumItemCount');
    const count = Number(literalOf(setting) ?? Number.NaN);
    if (setting === undefined || !isLive(action) || !(count > LOW_PLAN_MAX)) return;
    const most = count > PLAN_MAX ? PLAN_MAX : LOW_PLAN_MAX;
    const who =
      count > PLAN_MAX ? 'Power Automate allows' : 'a flow without a premium plan of its owner may read';
    yield {
      at: setting,
      subject: 'threshold',
      message: `The Pagination of "${action.name}" reads up to ${formatNumber(count)} items, and ${who} ${formatNumber(most)} at most.`,
      ...(count > PLAN_MAX ? { severity: 'high' as const } : {}),
    };
  },
});
