/** Levels that a policy or a run gives to a rule. */
import { SEVERITIES } from '../../analysis/model/rule.ts';

/** The closed set: off, on with the severity of the rule, or a severity. */
export const RULE_LEVELS = ['off', 'on', ...SEVERITIES] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];
