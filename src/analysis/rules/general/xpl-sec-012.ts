/** Data from outside that becomes part of an SQL statement. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import { isWorkbookSession } from '../../patterns/automation-anywhere/database-sessions.ts';
import { defineFlowRule, sourceWords } from '../define-flow-rule.ts';

// What colleagues write into a workbook, a queue or a form of the robot weighs less than what strangers write.
export const rule = defineFlowRule('XPL-SEC-012', {
  family: 'untrusted',
  sinks: ['sql'],
  // On a workbook there is no server to attack; AAB-SEC-009 reports it for what it is.
  isHarmless: ({ at }, workflow) =>
    workflow.language === 'a360' && isWorkbookSession(workflow, workflow.activities[at.owner]!),
  severity: ({ from }) => (FROM_OUTSIDE.has(from.words) ? undefined : 'high'),
  message: (flow) => `The SQL statement of "${flow.to.step}" contains text of the ${sourceWords(flow)}.`,
});
