/** An agent without a system prompt, a user prompt or a model. */
import { isAgent } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that each agent needs, with their titles. */
const NEEDS = [
  ['messages.system', 'system prompt'],
  ['messages.user', 'user prompt'],
  ['settings.model', 'model'],
] as const;

export const rule = defineRule('UIP-REL-121', {
  level: 'activity',
  languages: ['javascript'],
  types: ['agent'],
  *check(agent, { workflow }) {
    if (!isAgent(workflow)) return;
    const filled = new Set(
      agent.properties.flatMap(({ name, text }) => (text.trim() === '' ? [] : [name.toLowerCase()])),
    );
    for (const [setting, title] of NEEDS) {
      if (filled.has(setting)) continue;
      yield { at: agent, subject: setting, message: `The agent "${agent.name}" has no ${title}.` };
    }
  },
});
