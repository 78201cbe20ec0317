/** An agent whose answers may come from any page of the web. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const SETTING = /(?:^|\.)webBrowsing$/;

export const rule = defineRule('PAF-SEC-108', {
  level: 'activity',
  languages: ['power-fx'],
  words: ['webbrowsing'],
  *check(activity, { workflow }) {
    for (const property of activity.properties) {
      if (!SETTING.test(property.name) || literalOf(property)?.toLowerCase() !== 'true') continue;
      const message = `The agent "${workflow.name}" may search the whole web.`;
      yield { at: property, subject: 'webBrowsing', message };
    }
  },
});
