/** Finds exceptions that say nothing about what happened. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-OBS-002', {
  level: 'activity',
  types: ['Exception'],
  *check(exception) {
    if (propertyOf(exception, 'exception.usecurrent') !== undefined) return;
    const detail = propertyOf(exception, 'exception.detail');
    const text = detail?.expression?.literal ?? detail?.text ?? '';
    if (text.trim() !== '') return;
    yield {
      at: exception,
      subject: 'detail',
      message: `"${exception.name}" throws an exception without a detail.`,
    };
  },
});
