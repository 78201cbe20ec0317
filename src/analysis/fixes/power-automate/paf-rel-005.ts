/** Retries of a call that may do its work twice. */
import { keyOf } from '../../platforms/json/document.ts';
import { setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'PAF-REL-005',
  does: 'Turns the retries of the action off.',
  consequence: 'A failure that a second attempt would have mended now ends the action.',
  json({ doc, value }) {
    const policy = doc.parents[value]!;
    return keyOf(doc, policy) === 'retryPolicy'
      ? [setValue(doc, policy, { type: 'none' })]
      : 'Its retry policy is written in another form.';
  },
};
