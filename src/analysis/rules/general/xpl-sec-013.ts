/** Data from outside that becomes part of a command or a script. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-013', {
  family: 'untrusted',
  sinks: ['command', 'script'],
  severity: ({ from }) => (FROM_OUTSIDE.has(from.words) ? undefined : 'high'),
  message: (flow) => `The ${flow.to.words} of "${flow.to.step}" contains text of the ${sourceWords(flow)}.`,
});
