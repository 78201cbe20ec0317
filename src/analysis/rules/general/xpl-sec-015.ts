/** Data from outside that chooses the host of a request. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-015', {
  family: 'untrusted',
  sinks: ['host'],
  // Robots open the pages that their lists name: that is the work itself.
  isReported: ({ from, to }) => to.words !== 'address of a page' || FROM_OUTSIDE.has(from.words),
  message: (flow) => `The host that "${flow.to.step}" calls is chosen by the ${sourceWords(flow)}.`,
});
