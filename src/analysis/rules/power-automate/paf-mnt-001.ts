/** A flow with more actions than a person can oversee. */

import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-MNT-001', {
  level: 'workflow',
  *check(workflow, { options }) {
    const { size } = metricsOf(workflow);
    if (size <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      message: `"${workflow.name}" has ${size} steps; the maximum for a flow is ${options.max}.`,
      subject: 'actions',
      measure: { option: 'max', value: size },
    };
  },
});
