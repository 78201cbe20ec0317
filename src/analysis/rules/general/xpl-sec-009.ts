/** A secret is written to a store that keeps it in plain text. */
import { defineFlowRule } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-009', {
  family: 'secret',
  sinks: ['file', 'sheet', 'clipboard', 'queue', 'queue-key', 'registry', 'environment'],
});
