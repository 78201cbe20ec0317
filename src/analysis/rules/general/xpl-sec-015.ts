/** Data from outside that chooses the host of a request. */
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-015', {
  family: 'untrusted',
  sinks: ['host'],
  message: (flow) => `The host that "${flow.to.step}" calls is chosen by the ${sourceWords(flow)}.`,
});
