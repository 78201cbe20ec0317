/** A tool of an agent that uses the connection of its maker for everybody. */
import { literalOf, parentOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that say whose connection is used. */
const MODES: ReadonlySet<string> = new Set(['connectionProperties.mode', 'authMode']);

export const rule = defineRule('PAF-SEC-102', {
  level: 'activity',
  languages: ['power-fx'],
  words: ['maker'],
  *check(activity, { workflow }) {
    for (const property of activity.properties) {
      if (!MODES.has(property.name) || literalOf(property)?.toLowerCase() !== 'maker') continue;
      const { name } = parentOf(workflow, activity) ?? workflow;
      const message = `"${name}" acts with the rights of its maker (${property.name} is Maker).`;
      yield { at: property, subject: property.name, message };
    }
  },
});
