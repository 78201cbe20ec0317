/** The log line about a caught exception at a level that no alarm watches. */
import { enclosing, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const LOW_LEVEL = /^(?:trace|verbose|info)$/i;
/** Exceptions of the business are results, and need no alarm. */
const OF_BUSINESS = /BusinessRuleException/;

export const rule = defineRule('UIP-OBS-002', {
  level: 'activity',
  types: ['LogMessage'],
  *check(activity, { workflow }) {
    const handler = enclosing(workflow, activity, 'catch');
    if (handler === undefined || OF_BUSINESS.test(propertyOf(handler, 'TypeArguments')?.text ?? '')) return;
    const level = propertyOf(activity, 'Level');
    // Without a level the line is of level Info.
    if (level !== undefined && !LOW_LEVEL.test(literalOf(level) ?? '')) return;
    const caught = workflow.variables.find(({ owner }) => owner === handler.index)?.key;
    const text = propertyOf(activity, 'Message');
    if (caught === undefined || text?.expression?.mentions.includes(caught) !== true) return;
    const message = `"${activity.name}" logs a caught exception at level ${level === undefined ? 'Info' : literalOf(level)}.`;
    yield { at: level ?? activity, subject: 'Level', message };
  },
});
