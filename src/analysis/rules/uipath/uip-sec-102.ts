/** An agent whose prompt takes data of persons, with no guardrail that looks for such data. */
import { isAgent } from '../../patterns/uipath/orchestration/kinds.ts';
import { personalFields } from '../../patterns/uipath/orchestration/personal-fields.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-102', {
  level: 'workflow',
  languages: ['javascript'],
  *check(workflow) {
    if (!isAgent(workflow)) return;
    const guardrails = workflow.activities.filter(({ slot }) => slot === 'Guardrails');
    // Guardrails of the author's own may look for anything.
    const mayLook = guardrails.some(
      ({ type, properties }) =>
        /pii/i.test(type) || !properties.some(({ text }) => text === 'builtInValidator'),
    );
    if (mayLook) return;
    const prompts = workflow.expressions.filter(({ name }) => name.startsWith('messages.'));
    const used = new Set(prompts.flatMap(({ mentions }) => mentions));
    const inputs = workflow.arguments.filter(({ direction, key }) => direction === 'in' && used.has(key));
    const personal = personalFields(inputs.map(({ name }) => name));
    if (!personal.some(({ isStrong }) => isStrong) && personal.length < 2) return;
    const names = personal.map(({ name }) => `"${name}"`).join(', ');
    yield {
      at: inputs.find(({ name }) => name === personal[0]!.name)!,
      subject: 'personal-data',
      message: `The prompt of "${workflow.name}" takes ${names}, and no guardrail of the agent looks for personal data.`,
    };
  },
});
