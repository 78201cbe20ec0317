/** Says as a finding that a rule did not come to its end: its silence must not look like a clean file. */
import type { RuleError } from '../model/report.ts';
import type { Ruleset } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import type { LocatedProblem } from './findings.ts';

/** The rule that speaks for the engine here; see `rules/general/xpl-eng-002.ts`. */
const NOTICE_RULE = 'XPL-ENG-002';

/** One problem for each rule that has failed, if the ruleset has the rule for that. */
export function unfinishedRules(
  ruleErrors: readonly RuleError[],
  ruleset: Ruleset,
  workflow: Workflow,
): readonly LocatedProblem[] {
  if (ruleErrors.length === 0) return [];
  const setting = ruleset.settings.find(({ rule }) => rule.id === NOTICE_RULE);
  if (setting === undefined) return [];
  return ruleErrors.map(({ ruleId }) => {
    const message = `The rule ${ruleId} was stopped before its end: there may be more for it to find.`;
    return { setting, workflow, problem: { at: { at: 0, owner: -1, name: '' }, message, subject: ruleId } };
  });
}
