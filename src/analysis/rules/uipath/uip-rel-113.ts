/** A prompt of an agent with a hole for an input that the agent does not have. */
import { derived } from '../../model/interning/derived.ts';
import type { Workflow } from '../../model/workflow.ts';
import { isAgent } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

const inputsOf = derived((workflow: Workflow) => new Set(workflow.arguments.map(({ key }) => key)));

export const rule = defineRule('UIP-REL-113', {
  level: 'expression',
  languages: ['javascript'],
  *check(expression, { workflow }) {
    if (!isAgent(workflow) || !expression.name.startsWith('messages.')) return;
    const declared = inputsOf(workflow);
    for (const key of expression.mentions) {
      if (!key.startsWith('input.') || declared.has(key)) continue;
      yield {
        at: expression,
        subject: key,
        message: `The prompt has a place for "${key}", but the agent has no such input.`,
      };
    }
  },
});
