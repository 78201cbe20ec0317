/** Data from outside in the HTML of a message. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

// In real flows, most messages repeat what a form says: the rule is for those who want each of them encoded.
export const rule = defineFlowRule('PAF-SEC-011', {
  family: 'untrusted',
  sinks: ['html'],
  sourceWords: FROM_OUTSIDE,
  message: (flow) => `The message of "${flow.to.step}" contains the ${sourceWords(flow)} as HTML.`,
});
