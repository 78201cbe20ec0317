/** A release that does not say what it changes. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-CMP-001', {
  level: 'workflow',
  fileKinds: ['blue-prism-release'],
  *check({ kind, name, settings }, { options: { minChars } }) {
    if (kind !== 'blue-prism-release') return;
    const { length } = (settings.get('release-notes') ?? '').trim();
    if (length >= minChars) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'release-notes',
      message:
        length === 0
          ? `The release "${name}" has no release notes.`
          : `The release notes of "${name}" have ${length} characters; the minimum is ${minChars}.`,
      measure: { option: 'minChars', value: length },
    };
  },
});
