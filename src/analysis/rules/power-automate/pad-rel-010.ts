/** A web request that goes on after an error of the service, where nothing reads the status. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Property, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether an action reads what an output writes. */
function isRead({ activities, arguments: own }: Workflow, { expression }: Property): boolean {
  const keys = expression?.mentions ?? [];
  if (own.some(({ key }) => keys.includes(key))) return true;
  return activities.some(({ properties }) =>
    properties.some(
      (property) =>
        property.direction === 'in' && property.expression?.mentions.some((key) => keys.includes(key)),
    ),
  );
}

export const rule = defineRule('PAD-REL-010', {
  level: 'activity',
  words: ['failonerrorstatus'],
  *check(activity, { workflow }) {
    const setting = propertyOf(activity, 'FailOnErrorStatus');
    if (setting === undefined || literalOf(setting)?.toLowerCase() !== 'false') return;
    const status = propertyOf(activity, 'StatusCode');
    if (status !== undefined && isRead(workflow, status)) return;
    yield {
      at: setting,
      subject: 'status',
      message: `"${activity.name}" goes on after an error of the service, and no action reads the status code.`,
    };
  },
});
