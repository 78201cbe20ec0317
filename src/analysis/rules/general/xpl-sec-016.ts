/** Data from outside that a workbook, mail or page takes for more than text. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-016', {
  family: 'untrusted',
  sinks: ['formula', 'html'],
  // PAF-SEC-011 reports messages of cloud flows.
  isHarmless: ({ words }, { language }) => language === 'workflow-definition' && words === 'HTML of the mail',
  sourceWords: FROM_OUTSIDE,
  message: (flow) =>
    `The ${flow.to.words} of "${flow.to.step}" contains the ${sourceWords(flow)} as active content.`,
});
