/** Data from outside that chooses the path of a file. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

// Names of files in workbooks, lists and queue items of one's own are the work itself: in real files each robot opens what its
// work item names.
export const rule = defineFlowRule('XPL-SEC-014', {
  family: 'untrusted',
  sinks: ['path', 'delete-path'],
  sourceWords: FROM_OUTSIDE,
  message: (flow) => `The ${flow.to.words} of "${flow.to.step}" is chosen by the ${sourceWords(flow)}.`,
});
