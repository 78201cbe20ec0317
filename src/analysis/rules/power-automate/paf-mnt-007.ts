/** A long flow whose steps stand one behind the other, without scopes. */
import { isLive } from '../../model/navigate.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-MNT-007', {
  level: 'workflow',
  *check(workflow, { options }) {
    if (metricsOf(workflow).size <= options.max) return;
    let count = 0;
    for (const activity of workflow.activities) {
      if (activity.type === 'Scope' && isLive(activity)) return;
      if (activity.parent === -1 && activity.role !== 'trigger' && isLive(activity)) count += 1;
    }
    if (count <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'scopes',
      message: `"${workflow.name}" has ${count} actions in a row and no scope; the maximum is ${options.max}.`,
      measure: { option: 'max', value: count },
    };
  },
});
