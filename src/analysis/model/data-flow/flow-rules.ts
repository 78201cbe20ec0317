/** Rules about data flow that are concerned with a workflow, and what they follow. */
import type { FollowedData, Rule, RuleDefinition } from '../rule.ts';
import type { Options } from '../rule-option.ts';

/** A rule that reports ways of data one by one, also across files. */
export type FlowRule = RuleDefinition<'dataFlow', Options>;

export const isFlowRule = (rule: Rule): rule is FlowRule => rule.level === 'dataFlow';

export interface FlowRules {
  readonly rules: readonly FlowRule[];
  /** Data that all rules follow within the workflow. */
  readonly follows: readonly FollowedData[];
}
