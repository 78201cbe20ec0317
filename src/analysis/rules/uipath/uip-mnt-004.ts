/** A workflow with more arguments than a caller can oversee. */
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-MNT-004', {
  level: 'workflow',
  *check(workflow, { options }) {
    const { arguments: count } = metricsOf(workflow);
    if (count <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      message: `"${workflow.name}" has ${count} arguments; the maximum is ${options.max}.`,
      subject: 'arguments',
      measure: { option: 'max', value: count },
    };
  },
});
