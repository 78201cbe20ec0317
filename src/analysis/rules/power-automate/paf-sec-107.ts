/** An agent whose model gets no instructions. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-107', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['GptComponentMetadata'],
  *check(activity) {
    const instructions = propertyOf(activity, 'instructions');
    if (instructions !== undefined && instructions.text.trim() !== '') return;
    yield {
      at: activity,
      subject: 'instructions',
      message: `The agent "${activity.name}" has no instructions.`,
    };
  },
});
