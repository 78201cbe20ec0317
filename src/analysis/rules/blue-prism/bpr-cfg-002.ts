/** A work queue of a release whose items nothing can find, or that retries them too often. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-CFG-002', {
  level: 'activity',
  types: ['work-queue'],
  *check(queue, { options }) {
    const key = propertyOf(queue, 'key-field');
    if (key !== undefined && key.text.trim() === '')
      yield { at: key, subject: 'key', message: `The items of the queue "${queue.name}" have no key.` };
    // A queue with one attempt has no such setting.
    const attempts = propertyOf(queue, 'max-attempts');
    const count = Number(attempts?.text ?? 0);
    if (!(count > options.maxAttempts)) return;
    yield {
      at: attempts!,
      subject: 'attempts',
      message: `The queue "${queue.name}" works on a failed item ${count} times; the maximum is ${options.maxAttempts}.`,
      measure: { option: 'maxAttempts', value: count },
    };
  },
});
