/** Personal data in a log that people read. */
import { defineFlowRule } from '../define-flow-rule.ts';

// The run history of cloud flows has everything by its nature: PAF-PRV-001 looks at it as a whole.
export const rule = defineFlowRule('XPL-PRV-002', {
  family: 'personal',
  sinks: ['log', 'error'],
  message: ({ from, to }) => `The ${to.words} of "${to.step}" contains personal data: "${from.name}".`,
});
