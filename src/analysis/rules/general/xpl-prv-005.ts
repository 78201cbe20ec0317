/** Personal data in the prompt of a language model. */
import { defineFlowRule } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-PRV-005', {
  family: 'personal',
  sinks: ['prompt'],
  message: ({ from, to }) => `The prompt of "${to.step}" contains personal data: "${from.name}".`,
});
