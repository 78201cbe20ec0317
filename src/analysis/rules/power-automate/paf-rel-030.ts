/** A value that the step of a cloud flow does not take. */
import { CLOUD_FLOW_VALUES } from '../../facts/values/cloud-flow.ts';
import { rejectedValues } from '../../patterns/legal-value-rule.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-REL-030', {
  level: 'activity',
  types: [...CLOUD_FLOW_VALUES.keys()],
  *check(activity) {
    yield* rejectedValues(activity, CLOUD_FLOW_VALUES.get(activity.type)!);
  },
});
