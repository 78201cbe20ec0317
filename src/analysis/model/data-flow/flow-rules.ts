/** Rules about data flow that are concerned with a workflow, and what they follow. */
import type { Context, FollowedData, Problem, Rule, RuleDefinition } from '../rule.ts';
import type { Options } from '../rule-option.ts';
import type { DataFlow } from './flow.ts';

/** A rule that reports ways of data, also across files. */
export type FlowRule = RuleDefinition<'dataFlow', Options> | RuleDefinition<'dataFlows', Options>;

export const isFlowRule = (rule: Rule): rule is FlowRule =>
  rule.level === 'dataFlow' || (rule.level === 'dataFlows' && rule.checkCrossing !== undefined);

/** Yields the problems of one way that begins in another file: there is no workflow that has all of it. */
export const problemsOfCrossing = (
  rule: FlowRule,
  flow: DataFlow,
  options: Context['options'],
): Iterable<Problem> =>
  rule.level === 'dataFlow' ? rule.check(flow, { options } as Context) : rule.checkCrossing!(flow);

/** Members of a rule that the summary of a workflow needs. */
export type SummarisedRule =
  | Pick<RuleDefinition<'dataFlow', Options>, 'id' | 'level' | 'follows' | 'check'>
  | Pick<RuleDefinition<'dataFlows', Options>, 'id' | 'level' | 'follows' | 'check'>;

export interface FlowRules<R extends SummarisedRule = SummarisedRule> {
  readonly rules: readonly R[];
  /** Data that all rules follow within the workflow. */
  readonly follows: readonly FollowedData[];
}
