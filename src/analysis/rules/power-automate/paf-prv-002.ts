/** A mail whose recipient comes from outside. */
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

// Not the answers of a form: in real flows they confirm the answer to the address that the person gave for that. The input
// of an app comes from a person who has signed in.
const FROM_STRANGERS = new Set(['request', 'mail', 'document', 'answer of a language model']);

export const rule = defineFlowRule('PAF-PRV-002', {
  family: 'untrusted',
  sinks: ['recipient'],
  sourceWords: FROM_STRANGERS,
  message: (flow) => `The ${sourceWords(flow)} decides who gets the mail of "${flow.to.step}".`,
});
