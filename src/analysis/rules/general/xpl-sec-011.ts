/** A secret is shown on screen, in an error or in an answer. */
import { defineFlowRule } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-011', {
  family: 'secret',
  sinks: ['screen', 'error', 'response'],
});
