/** Finds exceptions that store a picture of the screen. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-PRV-001', {
  level: 'activity',
  types: ['Exception'],
  *check(exception) {
    const saves = propertyOf(exception, 'exception.savescreencapture');
    if (saves === undefined || !/^(?:yes|true)$/i.test(saves.text.trim())) return;
    yield { at: saves, message: `"${exception.name}" stores a picture of the screen when it throws.` };
  },
});
