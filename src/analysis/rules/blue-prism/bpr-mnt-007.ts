/** A process or object without a description. */
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-MNT-007', {
  level: 'workflow',
  fileKinds: ['blue-prism-process', 'blue-prism-object', 'blue-prism-release', 'blue-prism-archive'],
  *check(workflow, { options }) {
    const { kind, name, settings } = workflow;
    if (kind !== 'blue-prism-process' && kind !== 'blue-prism-object') return;
    const { size } = metricsOf(workflow);
    if (size <= options.max) return;
    if ((settings.get('narrative') ?? '').trim() !== '') return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'narrative',
      message: `"${name}" has no description.`,
      measure: { option: 'max', value: size },
    };
  },
});
