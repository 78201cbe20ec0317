/** A secret is sent in a message. */
import { defineFlowRule } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-008', {
  family: 'secret',
  sinks: ['mail', 'chat', 'ticket'],
});
