/** An agent whose content moderation is at one of its lowest levels. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const SETTING = /(?:^|\.)contentModeration$/;
const LOWEST = /^(?:Minimum|Low)$/i;

export const rule = defineRule('PAF-SEC-104', {
  level: 'activity',
  languages: ['power-fx'],
  words: ['contentmoderation'],
  *check(activity, { workflow }) {
    for (const property of activity.properties) {
      const level = literalOf(property) ?? '';
      if (!SETTING.test(property.name) || !LOWEST.test(level)) continue;
      const message = `The content moderation of the agent "${workflow.name}" is ${level}.`;
      yield { at: property, subject: 'contentModeration', message };
    }
  },
});
