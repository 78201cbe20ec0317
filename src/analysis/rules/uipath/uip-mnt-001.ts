/** A workflow has more activities than a person can oversee. */

import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-MNT-001', {
  level: 'workflow',
  // Code has a step for each statement.
  notIn: ['uipath-coded-workflow'],
  *check(workflow, { options }) {
    const { size: count } = metricsOf(workflow);
    if (count <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      message: `"${workflow.name}" has ${count} activities; the maximum for a workflow is ${options.max}.`,
      subject: 'activities',
      measure: { option: 'max', value: count },
    };
  },
});
