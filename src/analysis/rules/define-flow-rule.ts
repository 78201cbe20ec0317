/** Rules about data that comes from a source of one family to a sink. */
import type { RuleId } from '../../gen/rule-catalogue.ts';
import type { DataFlow } from '../model/data-flow/flow.ts';
import type { FollowedData, Problem, Rule, Severity } from '../model/rule.ts';
import { defineRule } from './define-rule.ts';

/** The check of a rule about data flow. */
export interface FlowCheck extends FollowedData {
  /** Returns whether a way is reported; absent: each one is. Its ends may be in different files. */
  readonly isReported?: (flow: DataFlow) => boolean;
  /** Returns the severity of a way; absent: that of the rule. */
  readonly severity?: (flow: DataFlow) => Severity | undefined;
  /** Returns the sentence about a way; absent: `The … of "…" reaches the … of "…" through "…".`. */
  readonly message?: (flow: DataFlow) => string;
}

/** Holders of the data that a sentence names. */
const NAMED_MAX = 3;

/** Names where the data stood between the ends: ` through "line", "text" and "body"`. */
function through({ trace }: DataFlow): string {
  const names = [...new Set(trace.slice(1, -1).map(({ property }) => `"${property}"`))];
  if (names.length === 0) return '';
  const rest = names.length - NAMED_MAX;
  const last = rest > 0 ? `${rest} more` : names.at(-1)!;
  const others = names.slice(0, rest > 0 ? NAMED_MAX : -1);
  return ` through ${others.length === 0 ? last : `${others.join(', ')} and ${last}`}`;
}

/** Returns the sentence about a way from its source to its sink. */
function wayOf(flow: DataFlow): string {
  const { from, to, moreSources } = flow;
  const more = moreSources === 0 ? '' : `, as do ${moreSources} more sources`;
  return `The ${from.words} of "${from.step || from.name}" reaches the ${to.words} of "${to.step}"${through(flow)}${more}.`;
}

/** Returns words for the beginning of a way: `form answer from "Get response"`. */
export const sourceWords = ({ from: { words, step, name } }: DataFlow): string =>
  step === '' ? `${words} in "${name}"` : `${words} from "${step}"`;

/**
 * Returns the problem of a way, or none where a rule does not report it. Its identity names both ends and nothing between
 * them, which may change.
 */
export function problemOfFlow(flow: DataFlow, flowCheck: FlowCheck): readonly Problem[] {
  const { isReported, message = wayOf, severity, sourceWords: words } = flowCheck;
  if (words?.has(flow.from.words) === false || isReported?.(flow) === false) return [];
  const worst = severity?.(flow);
  return [
    {
      at: flow.to.at,
      subject: `${flow.from.name} → ${flow.to.name}`,
      message: message(flow),
      trace: flow.trace,
      ...(worst !== undefined && { severity: worst }),
    },
  ];
}

/** Declares the rule of a page about data of a family that reaches a sink. */
export function defineFlowRule(id: RuleId, flowCheck: FlowCheck): Rule {
  const { family, sinks, sourceWords: words, isHarmless } = flowCheck;
  return defineRule(id, {
    level: 'dataFlow',
    follows: { family, sinks, ...(words && { sourceWords: words }), ...(isHarmless && { isHarmless }) },
    check: (flow) => problemOfFlow(flow, flowCheck),
  });
}
