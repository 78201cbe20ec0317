/** Explanations of rules, activities and checks of vendors. */
import type { Rule } from '../../analysis/model/rule.ts';
import { explainActivity } from './activity-text.ts';
import { requireRule } from './find-rule.ts';
import { ruleText } from './rule-text.ts';
import { valueTableText } from './value-table-text.ts';
import { explainCheck } from './vendor-check-text.ts';

/** Returns the explanation of what a word names. @throws StartError with the nearest id of a rule */
export async function subjectText(subject: string, rules: readonly Rule[]): Promise<string> {
  const answer = explainActivity(subject) ?? (await explainCheck(subject, rules));
  if (answer !== undefined) return answer;
  const rule = requireRule(rules, subject);
  return `${await ruleText(rule)}${valueTableText(rule.id)}`;
}
