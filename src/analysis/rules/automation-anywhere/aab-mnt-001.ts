/** A bot has more commands than a person can oversee. */

import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-MNT-001', {
  level: 'workflow',
  *check(workflow, { options }) {
    const { size: commands } = metricsOf(workflow);
    if (commands <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      message: `"${workflow.name}" has ${commands} commands; the maximum for a bot is ${options.max}.`,
      subject: 'commands',
      measure: { option: 'max', value: commands },
    };
  },
});
