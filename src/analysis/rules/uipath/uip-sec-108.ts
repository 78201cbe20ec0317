/** A guardrail of a coded agent that is missing, has no effect, or stops what has to pass. */
import { type Severity, UIPATH_LANGUAGES } from '../../model/rule.ts';
import { codedAgentClues, codedAgentsIn } from '../../patterns/uipath/side-files/coded-agents.ts';
import {
  type CodeGuard,
  guardObjections,
  guardsIn,
} from '../../patterns/uipath/side-files/coded-guardrails.ts';
import { defineRule } from '../define-rule.ts';

/** Other severities, by subject: one never runs though its code is there, one costs only time. */
const SEVERITIES: Readonly<Record<string, Severity>> = { source: 'high', inert: 'low' };

export const rule = defineRule('UIP-SEC-108', {
  level: 'project',
  languages: UIPATH_LANGUAGES,
  gather: (workflow) => codedAgentClues<CodeGuard>(workflow, guardsIn),
  *check(project) {
    for (const { code } of codedAgentsIn<CodeGuard>(project))
      for (const { clue, subject, message } of guardObjections(code)) {
        const severity = SEVERITIES[subject];
        yield { in: clue.in, at: clue.at, subject, message, ...(severity && { severity }) };
      }
  },
});
