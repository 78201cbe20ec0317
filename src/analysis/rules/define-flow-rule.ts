/** Rules about data that comes from a source of one family to a sink. */
import type { RuleId } from '../../gen/rule-catalogue.ts';
import { MARK } from '../model/data-flow/family.ts';
import type { DataFlow } from '../model/data-flow/flow.ts';
import type { FollowedData, Problem, Rule } from '../model/rule.ts';
import { defineRule } from './define-rule.ts';

/** The check of a rule about data flow. */
export interface FlowCheck extends FollowedData {
  /** True if it also reports ways that are not certain. */
  readonly isDoubtful?: true;
  /** Returns the sentence about a way. */
  readonly message: (flow: DataFlow) => string;
}

/** Returns the problem of a way. Its identity names both ends and nothing between them, which may change. */
function problemOf(flow: DataFlow, message: FlowCheck['message']): Problem {
  return {
    at: flow.to.at,
    subject: `${flow.from.name} → ${flow.to.name}`,
    message: message(flow),
    trace: flow.trace,
  };
}

/** Declares the rule of a page about data of a family that reaches a sink. */
export function defineFlowRule(id: RuleId, { family, sinks, isDoubtful, message }: FlowCheck): Rule {
  return defineRule(id, {
    level: 'dataFlow',
    follows: { family, sinks },
    *check(flow) {
      if (isDoubtful === true || (flow.marks & MARK.possible) === 0) yield problemOf(flow, message);
    },
  });
}
