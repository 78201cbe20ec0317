/** Commands stand in too many containers. */
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-MNT-008', {
  level: 'workflow',
  *check(workflow, { options }) {
    const { depth, innermost } = metricsOf(workflow);
    const activity = workflow.activities[innermost];
    if (depth <= options.max || activity === undefined) return;
    yield {
      at: activity,
      subject: 'depth',
      message: `"${activity.name}" on line ${activity.editorLine} stands in ${depth} containers; the maximum is ${options.max}.`,
      measure: { option: 'max', value: depth },
    };
  },
});
