/** A secret reaches a log that people read. */
import { defineFlowRule } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-005', {
  family: 'secret',
  sinks: ['log', 'run-history', 'stage-log'],
});
