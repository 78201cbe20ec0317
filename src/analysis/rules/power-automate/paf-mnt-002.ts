/** Actions stand in too many containers. */
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-MNT-002', {
  level: 'workflow',
  *check(workflow, { options }) {
    const { depth, innermost } = metricsOf(workflow);
    const activity = workflow.activities[innermost];
    if (depth <= options.max || activity === undefined) return;
    yield {
      at: activity,
      subject: 'depth',
      message: `"${activity.name}" stands in ${depth} containers; the maximum is ${options.max}.`,
      measure: { option: 'max', value: depth },
    };
  },
});
