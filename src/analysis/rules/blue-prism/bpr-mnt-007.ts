/** A process or object without a description. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-MNT-007', {
  level: 'workflow',
  fileKinds: ['blue-prism-process', 'blue-prism-object', 'blue-prism-release', 'blue-prism-archive'],
  *check({ kind, name, settings }) {
    if (kind !== 'blue-prism-process' && kind !== 'blue-prism-object') return;
    if ((settings.get('narrative') ?? '').trim() !== '') return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'narrative',
      message: `"${name}" has no description.`,
    };
  },
});
