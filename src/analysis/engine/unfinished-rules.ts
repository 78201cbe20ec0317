/** Reports rules that failed: their unchecked subjects must not pass a gate. */
import type { RuleError } from '../model/report.ts';
import type { Ruleset } from '../model/ruleset.ts';
import type { Anchor } from '../model/workflow.ts';
import type { RuleProblem } from './run-rules.ts';

/** Rule of the findings; see `rules/general/xpl-eng-002.ts`. */
const NOTICE_RULE = 'XPL-ENG-002';

/**
 * Returns one problem at `at` per failed rule of the ruleset, as severe as the rule's own findings: a critical one blocks
 * as critical.
 */
export function unfinishedRules(
  ruleErrors: readonly RuleError[],
  { settings }: Ruleset,
  at: Anchor,
): readonly RuleProblem[] {
  if (ruleErrors.length === 0) return [];
  const notice = settings.find(({ rule }) => rule.id === NOTICE_RULE);
  if (notice === undefined) return [];
  return ruleErrors.flatMap(({ ruleId }) => {
    const failed = settings.find(({ rule }) => rule.id === ruleId);
    if (failed === undefined) return [];
    const message = `The rule ${ruleId} ("${failed.rule.title}") failed before it had looked at everything here.`;
    const setting = { ...notice, severity: failed.severity };
    return { setting, problem: { at, message, subject: ruleId } };
  });
}
