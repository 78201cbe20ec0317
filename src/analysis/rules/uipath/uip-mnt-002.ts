/**
 * Decisions, loops and blocks for failures stand in each other too deep. Sequences do not count: a designer puts one around
 * nearly everything, and a reader has nothing to remember of them.
 */
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-MNT-002', {
  level: 'workflow',
  roles: ['branch', 'loop', 'try', 'retry'],
  // Code nests by other means than a designer.
  notIn: ['uipath-coded-workflow'],
  *check(workflow, { options }) {
    const { nesting, mostNested } = metricsOf(workflow);
    const activity = workflow.activities[mostNested];
    if (nesting <= options.max || activity === undefined) return;
    yield {
      at: activity,
      subject: 'nesting',
      message: `"${activity.name}" stands in ${nesting} decisions, loops, Try and retry blocks; the maximum is ${options.max}.`,
      measure: { option: 'max', value: nesting },
    };
  },
});
