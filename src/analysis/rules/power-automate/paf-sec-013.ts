/** A desktop flow that gets data from outside. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

export const rule = defineFlowRule('PAF-SEC-013', {
  family: 'untrusted',
  sinks: ['argument'],
  sourceWords: FROM_OUTSIDE,
  message: (flow) => `"${flow.to.step}" starts a desktop flow with text of the ${sourceWords(flow)}.`,
});
